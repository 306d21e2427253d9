/**
 * Normalizations of channels and of groups of channels, with gradients. Start with {@link
 * jackfield.backend.cpu.normalization.BatchNormKernels}, then read {@link
 * jackfield.backend.cpu.normalization.Moments} and {@link
 * jackfield.backend.cpu.normalization.Blocks}.
 */
package jackfield.backend.cpu.normalization;
