/**
 * Decompositions of matrices, in double precision. Start with {@link
 * jackfield.backend.cpu.reference.decomposition.SingularValueKernels}, then read {@link
 * jackfield.backend.cpu.reference.decomposition.SingularValues} and {@link
 * jackfield.backend.cpu.reference.decomposition.Columns}.
 */
package jackfield.backend.cpu.reference.decomposition;
