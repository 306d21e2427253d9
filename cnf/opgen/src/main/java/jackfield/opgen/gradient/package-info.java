/**
 * Writes the kernels and formulas of autograd from derivatives.
 *
 * <p>Read {@link jackfield.opgen.gradient.GradientGenerator}, {@link
 * jackfield.opgen.gradient.DerivativeEntry} (the content of an entry) and {@link
 * jackfield.opgen.gradient.FormulaCompiler} (a formula as Java).
 */
package jackfield.opgen.gradient;
