package jackfield.backend.cpu.loops.matrix;

/**
 * A matrix product that is multiplied by a number and added to the content of {@code out}.
 *
 * @param rows the rows of a and out
 * @param columns the columns of b and out
 * @param depth the columns of a, which are the rows of b
 * @param alpha the number
 */
public record MatrixProduct(
    long rows, long columns, long depth, Matrix a, Matrix b, Matrix out, double alpha) {}
