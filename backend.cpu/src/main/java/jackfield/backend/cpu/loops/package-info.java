/**
 * Loops over raw addresses by the Vector API, which nothing outside this package names. Read {@link
 * jackfield.backend.cpu.loops.Template} first, then {@code ArithmeticLoop}, then {@code
 * TileKernel}.
 */
package jackfield.backend.cpu.loops;
