/** Convolutions by the names of kernels; they call the operator {@code convolution}. */
package jackfield.aten.composite.convolution;
