/**
 * Gradients of operators that a program or a bundle defines itself.
 *
 * <p>Read {@link jackfield.gradient.GradientFormula}, then {@link
 * jackfield.gradient.FormulaKernel}, which records calls of the operator for it.
 */
@Export
@Version("0.1.0")
package jackfield.gradient;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
