package jackfield.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;

/**
 * Declares in the manifest that a bundle provides a backend, for bundles that {@linkplain
 * RequireBackend require} one and for tools that assemble a distribution.
 *
 * <p>
 *
 * {@snippet :
 * @Component(service = Backend.class)
 * @ProvideBackend(name = "acme", version = "1.0.0")
 * public final class AcmeBackend implements Backend {
 * }
 * }
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
@Capability(
    namespace = ProvideBackend.NAMESPACE,
    attribute = {ProvideBackend.NAMESPACE + "=${#name}", "version:Version=${#version}"})
public @interface ProvideBackend {
  /** The namespace of the capability. */
  String NAMESPACE = "jackfield.backend";

  /** Returns the kind of device, as {@link Backend#device} returns it. */
  String name();

  /** Returns the version of the backend. Raise it by the rules for package versions. */
  String version();
}
