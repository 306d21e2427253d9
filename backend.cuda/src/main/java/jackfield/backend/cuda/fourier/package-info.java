/**
 * Fourier transforms. Start with {@link jackfield.backend.cuda.fourier.FourierBodies}, then {@code
 * Spectrum} and {@code LineTransform}.
 */
package jackfield.backend.cuda.fourier;
