/** The rules of operators that read or write elements at positions along one dimension. */
@Export
@Version("0.1.0")
package jackfield.aten.rule.scatter;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
