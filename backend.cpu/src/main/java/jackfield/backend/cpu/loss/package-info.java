/**
 * Losses that are operators of their own; most are composed of elementwise operators. Start with
 * {@link jackfield.backend.cpu.loss.EntropyKernels}, {@link
 * jackfield.backend.cpu.loss.LikelihoodSums} or {@link jackfield.backend.cpu.loss.MarginKernels}.
 */
package jackfield.backend.cpu.loss;
