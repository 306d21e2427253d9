/** Errors of the driver, of its devices and of what was released. */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver.failure;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
