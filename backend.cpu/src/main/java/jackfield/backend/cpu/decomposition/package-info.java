/**
 * Decompositions of matrices by the vector loops. Start with {@link
 * jackfield.backend.cpu.decomposition.SingularValueKernels}, then read {@link
 * jackfield.backend.cpu.decomposition.SingularValues} and {@link
 * jackfield.backend.cpu.decomposition.PackedColumns}.
 */
package jackfield.backend.cpu.decomposition;
