/**
 * The comparison of tensors: {@code TensorCheck} compares type, shape and elements up to a {@code
 * Tolerance}.
 */
package jackfield.conformance.compare;
