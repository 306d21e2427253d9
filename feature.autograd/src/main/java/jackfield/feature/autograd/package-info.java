/**
 * Reverse-mode differentiation. Start reading at {@link
 * jackfield.feature.autograd.AutogradFeature}, then the package {@code history} for the forward
 * pass and {@code engine} for the backward pass.
 */
package jackfield.feature.autograd;
