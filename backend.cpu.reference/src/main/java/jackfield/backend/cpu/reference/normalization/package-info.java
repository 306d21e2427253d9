/**
 * Normalizations of channels, in double precision. Start with {@link
 * jackfield.backend.cpu.reference.normalization.GroupNormKernels}, then read {@link
 * jackfield.backend.cpu.reference.normalization.BatchNormKernels}.
 */
package jackfield.backend.cpu.reference.normalization;
