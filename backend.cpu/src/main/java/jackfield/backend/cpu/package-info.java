/**
 * Kernels with the Vector API for the operators whose speed matters. Start reading at {@link
 * jackfield.backend.cpu.CpuBackend}, then {@code PointwiseKernels} and the package {@code loops}.
 */
package jackfield.backend.cpu;
