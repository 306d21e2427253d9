/** The rules of reductions to truth values, counts, products, norms and chosen elements. */
@Export
@Version("0.1.0")
package jackfield.aten.rule.reduction;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
