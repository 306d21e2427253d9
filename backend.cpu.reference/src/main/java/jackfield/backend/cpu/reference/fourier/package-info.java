/**
 * Fourier transforms, in double precision. Start with {@link
 * jackfield.backend.cpu.reference.fourier.FourierKernels}, then read {@link
 * jackfield.backend.cpu.reference.fourier.Spectrum} and {@link
 * jackfield.backend.cpu.reference.fourier.LineTransform}.
 */
package jackfield.backend.cpu.reference.fourier;
