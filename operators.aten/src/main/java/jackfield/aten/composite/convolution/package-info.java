/**
 * Convolutions that are composed of the operator {@code convolution} and differentiated through it.
 * Start with {@link jackfield.aten.composite.convolution.ConvolutionKernels}; {@code
 * SlowConvolutions} are convolutions by the names of kernels.
 */
package jackfield.aten.composite.convolution;
