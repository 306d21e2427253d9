/** Keys, operators, tables, contexts and the dispatcher. */
@Export
@Version("0.1.0")
package jackfield.dispatch;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
