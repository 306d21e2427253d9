/**
 * Composites of linear algebra: triangles and diagonals of matrices, products, and differences
 * along a dimension. They are differentiated through the operators that they call. Read {@code
 * ProductKernels} first.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.matrix;
