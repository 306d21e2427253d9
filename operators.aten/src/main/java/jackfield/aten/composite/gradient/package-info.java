/** Gradients of reductions and scans, composed of other operators. */
package jackfield.aten.composite.gradient;
