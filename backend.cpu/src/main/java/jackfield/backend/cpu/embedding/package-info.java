/**
 * Bags of rows of a table: {@code embedding_bag}. Start with {@link
 * jackfield.backend.cpu.embedding.BagKernels}.
 */
package jackfield.backend.cpu.embedding;
