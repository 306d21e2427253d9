/**
 * Elementwise loops over raw addresses with the Vector API. Only this package and the packages in
 * it may use the Vector API. Read {@link jackfield.backend.cpu.loops.template.Template} first, then
 * {@link jackfield.backend.cpu.loops.PointwiseLoops} and {@code ArithmeticLoop}, then {@link
 * jackfield.backend.cpu.loops.fold.FoldLoops} and {@link
 * jackfield.backend.cpu.loops.matrix.MatrixLoop}.
 */
package jackfield.backend.cpu.loops;
