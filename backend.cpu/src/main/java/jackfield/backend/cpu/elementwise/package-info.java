/**
 * Kernels that compute each element of the output from the elements at the same place of the
 * inputs, and copies. Read {@link jackfield.backend.cpu.elementwise.PointwiseKernels} first, then
 * {@link jackfield.backend.cpu.elementwise.PointwiseKernel}, then {@code BlockedRows}, which copies
 * operands with gaps through blocks.
 */
package jackfield.backend.cpu.elementwise;
