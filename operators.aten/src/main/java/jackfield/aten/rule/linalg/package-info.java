/**
 * The rules of linear algebra. Start with {@link jackfield.aten.rule.linalg.LinearAlgebraRules}, of
 * products, then read {@link jackfield.aten.rule.linalg.FactorRules}, of matrices that are taken
 * one by one; {@code Matrices} checks the sizes of these and chooses layouts. {@link
 * jackfield.aten.rule.linalg.DecompositionRules} are of singular values.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.linalg;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
