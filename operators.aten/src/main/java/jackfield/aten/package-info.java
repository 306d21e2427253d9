/** The generated facade of the operators of namespace aten. */
@Export
@Version("0.1.0")
package jackfield.aten;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
