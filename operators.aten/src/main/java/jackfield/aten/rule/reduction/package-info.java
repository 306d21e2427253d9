/**
 * The rules of reductions: start with {@link jackfield.aten.rule.reduction.ReductionRules}, of
 * sums, means and extremes. The others are of truth values, counts, products, norms and chosen
 * elements.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.reduction;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
