/**
 * Losses that are operators of their own; most are composed of elementwise operators. Start with
 * {@link jackfield.backend.cpu.loss.EntropyKernels} or {@link
 * jackfield.backend.cpu.loss.LikelihoodSums}.
 */
package jackfield.backend.cpu.loss;
