/**
 * Rows of a table that indexes choose, their gradients, and those of bags of rows. Start with
 * {@link jackfield.aten.composite.embedding.EmbeddingKernels}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.embedding;
