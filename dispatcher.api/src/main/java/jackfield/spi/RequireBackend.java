package jackfield.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Requirement;

/**
 * Declares in the manifest that a bundle requires a backend for a kind of device. {@link
 * Platform#plug} refuses the bundle while no such backend is plugged.
 *
 * <p>The requirement is effective for assembly and for plugging, not for the framework's resolver.
 * It creates no wire, so the backend can be unplugged and swapped while a dependent bundle runs.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
@Requirement(
    namespace = ProvideBackend.NAMESPACE,
    filter = "(&(jackfield.backend=${#name})(version>=${#version}))",
    effective = "active")
public @interface RequireBackend {
  /** Returns the kind of device, as {@link Backend#device} returns it. */
  String name();

  /** Returns the lowest acceptable version. */
  String version() default "0";
}
