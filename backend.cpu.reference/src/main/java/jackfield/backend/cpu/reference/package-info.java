/**
 * Scalar kernels that can be checked by reading them. Start reading at {@link
 * jackfield.backend.cpu.reference.ReferenceBackend}.
 */
package jackfield.backend.cpu.reference;
