/**
 * The gradients of layers of neural networks: activations, convolutions, normalizations, pooling,
 * resampling and losses. Most are second derivatives, composed of operators so that they can be
 * differentiated again.
 *
 * <p>Start with {@link jackfield.feature.autograd.gradient.layer.SoftmaxGradients}, then read
 * {@link jackfield.feature.autograd.gradient.layer.BatchNormGradients}, which derives its formulas.
 *
 * <p><em>Threads</em>: these classes hold no state but the operators that they call.
 */
package jackfield.feature.autograd.gradient.layer;
