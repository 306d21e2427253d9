/** The rules of running sums, products and extremes along one dimension. */
@Export
@Version("0.1.0")
package jackfield.aten.rule.line;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
