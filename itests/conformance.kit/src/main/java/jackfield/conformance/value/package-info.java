/**
 * Values of recorded vectors: {@code ValueReader} reads them from JSON, {@code TensorValue} creates
 * tensors at a {@code Placement}, {@code Disagreement} is what a comparison throws.
 */
package jackfield.conformance.value;
