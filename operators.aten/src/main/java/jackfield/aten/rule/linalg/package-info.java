/**
 * The rules of linear algebra that takes matrices one by one: start with {@link
 * jackfield.aten.rule.linalg.FactorRules}; {@code Matrices} checks sizes and chooses layouts.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.linalg;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
