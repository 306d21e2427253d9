/**
 * Linear algebra that takes matrices one by one, in double precision and complex numbers. Start
 * with {@link jackfield.backend.cpu.reference.linalg.FactorKernels}, then read {@link
 * jackfield.backend.cpu.reference.linalg.Dense} and {@link
 * jackfield.backend.cpu.reference.linalg.MatrixLoop}.
 */
package jackfield.backend.cpu.reference.linalg;
