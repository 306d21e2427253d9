/**
 * Composites of Fourier transforms: along one or several dimensions, of windows of signals, with
 * the windows and frequencies. Read {@code FourierKernels} first.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.fourier;
