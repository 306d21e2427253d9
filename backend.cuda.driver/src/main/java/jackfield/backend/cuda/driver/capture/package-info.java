/** Errors of captures, of the graphs that they make, and of threads that enter streams. */
@Export
@Version("0.1.0")
package jackfield.backend.cuda.driver.capture;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
