/** Bags of rows of a table. Start with {@link jackfield.backend.cpu.embedding.BagKernels}. */
package jackfield.backend.cpu.embedding;
