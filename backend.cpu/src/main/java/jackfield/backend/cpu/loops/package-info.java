/**
 * Loops over raw addresses with the Vector API. No other package may use the Vector API. Read
 * {@link jackfield.backend.cpu.loops.Template} first, then {@code ArithmeticLoop}, then {@code
 * MatrixLoop}.
 */
package jackfield.backend.cpu.loops;
