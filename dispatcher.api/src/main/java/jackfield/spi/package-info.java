/** What a backend, a feature or an operator library implements. */
@Export
@Version("0.1.0")
package jackfield.spi;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
