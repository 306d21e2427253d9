/**
 * Kernels with the Vector API for the operators whose speed matters. Start reading at {@link
 * jackfield.backend.cpu.CpuBackend}, then the packages {@code elementwise} and {@code loops}.
 */
package jackfield.backend.cpu;
