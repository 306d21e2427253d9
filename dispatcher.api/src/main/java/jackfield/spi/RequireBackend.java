package jackfield.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Requirement;

/**
 * Says in the manifest that a bundle is of no use without a backend for a sort of device: {@link
 * Platform#plug} refuses it while none is there.
 *
 * <p>The requirement is effective for assembly and for plugging, not for the framework's resolver:
 * it makes no wire, so that the backend can be pulled and swapped under a bundle that requires it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
@Requirement(
    namespace = ProvideBackend.NAMESPACE,
    filter = "(&(jackfield.backend=${#name})(version>=${#version}))",
    effective = "active")
public @interface RequireBackend {
  /** Returns the sort of device, as {@link Backend#device} gives it. */
  String name();

  /** Returns the lowest version that will do. */
  String version() default "0";
}
