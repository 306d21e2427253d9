/**
 * Loops that normalize elements by a mean and a factor. Start with {@link
 * jackfield.backend.cpu.loops.normalization.NormalizingLoop}.
 */
package jackfield.backend.cpu.loops.normalization;
