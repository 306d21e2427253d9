/**
 * Functions that formulas in {@code src/main/derivatives} call, one class for each family of
 * operators. Those of layers of neural networks are in package {@code layer}.
 *
 * <p>Start with {@link jackfield.feature.autograd.gradient.PointwiseGradients}. {@link
 * jackfield.feature.autograd.gradient.Conjugates} and {@link
 * jackfield.feature.autograd.gradient.Dimensions} have what several families share.
 */
package jackfield.feature.autograd.gradient;
