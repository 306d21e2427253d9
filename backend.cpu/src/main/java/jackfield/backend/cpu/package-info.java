/**
 * Vector API kernels for the operators whose speed matters; start reading at the backend component.
 */
package jackfield.backend.cpu;
