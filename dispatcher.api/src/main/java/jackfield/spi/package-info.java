/**
 * The interfaces that bundles implement, such as backends, features and operator libraries, and the
 * services that manage bundles.
 *
 * <p>Read {@link jackfield.spi.Backend}, then {@link jackfield.spi.KernelRegistrar}. {@link
 * jackfield.spi.Platform} plugs, unplugs and swaps bundles.
 */
@Export
@Version("0.1.0")
package jackfield.spi;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
