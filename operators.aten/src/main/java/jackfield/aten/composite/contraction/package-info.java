/**
 * Sums of products along named dimensions: {@code einsum}, {@code tensordot} and {@code bilinear},
 * composed of matrix products. Read {@code EinsumEquation}, then {@code EinsumKernels}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.contraction;
