/**
 * Norms of matrices and distances of vectors, composed of norms of vectors and singular values.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.norm;
