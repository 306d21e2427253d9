/**
 * Composites of linear algebra: products, triangles and diagonals of matrices, and differences
 * along a dimension. They are differentiated through the operators that they call. Read {@code
 * MatmulKernels} first, then {@code ProductKernels}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.matrix;
