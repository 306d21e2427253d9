/** Scalar kernels that are right at a glance; start reading at the backend component. */
package jackfield.backend.cpu.reference;
