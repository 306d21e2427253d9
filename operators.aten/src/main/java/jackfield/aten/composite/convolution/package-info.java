/**
 * Convolutions that are composed of the operator {@code convolution} and differentiated through it.
 * Start with {@link jackfield.aten.composite.convolution.ConvolutionKernels}; {@code
 * SlowConvolutions} are the operators that PyTorch names for kernels, such as {@code slow_conv3d}.
 */
package jackfield.aten.composite.convolution;
