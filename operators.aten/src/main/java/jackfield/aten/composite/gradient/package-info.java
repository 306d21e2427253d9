/**
 * Gradients of selections, reductions and scans, composed of other operators. Start with {@link
 * jackfield.aten.composite.gradient.GradientKernels}.
 */
package jackfield.aten.composite.gradient;
