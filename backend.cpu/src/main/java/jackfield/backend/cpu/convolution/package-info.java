/**
 * Convolutions of planes without columns of windows: the elements under a tap are read where they
 * are in a padded copy of the image. Start with {@link
 * jackfield.backend.cpu.convolution.DirectConvolution}, then read {@link
 * jackfield.backend.cpu.convolution.Slide} and {@link
 * jackfield.backend.cpu.convolution.WeightGradient}.
 */
package jackfield.backend.cpu.convolution;
