/**
 * Products and transposed copies of matrices with the Vector API. Read {@link
 * jackfield.backend.cpu.loops.matrix.MatrixLoop} first, then {@code RegisterTile} and {@code
 * PanelCopy}, then {@link jackfield.backend.cpu.loops.matrix.VectorProduct}.
 */
package jackfield.backend.cpu.loops.matrix;
