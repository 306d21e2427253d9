/**
 * Vector API kernels for the operators whose speed matters; start reading at the backend component,
 * then {@code PointwiseKernels} and the package {@code loops}.
 */
package jackfield.backend.cpu;
