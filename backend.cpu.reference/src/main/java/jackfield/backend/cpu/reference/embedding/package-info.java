/** Bags of rows of a table. */
package jackfield.backend.cpu.reference.embedding;
