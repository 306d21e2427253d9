/**
 * Rules: static methods with the parameters of an operator's functional form, which check the
 * arguments and return a plan of {@link jackfield.aten.kernel}.
 *
 * <p>Start with {@link jackfield.aten.rule.TypeRules} and {@link
 * jackfield.aten.rule.PointwiseRules}; {@link jackfield.aten.rule.FillRules} checks numbers for
 * all. Rules of one kind, such as convolutions, are in a package in this one; this package imports
 * none of them.
 *
 * <p><em>Threads</em>: rules hold no state.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
