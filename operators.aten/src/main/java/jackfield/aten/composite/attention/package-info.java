/**
 * Attention: sums of values, weighted by how well queries agree with keys. Start with {@link
 * jackfield.aten.composite.attention.AttentionKernels}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.attention;
