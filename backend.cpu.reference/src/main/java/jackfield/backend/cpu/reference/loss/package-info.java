/**
 * Losses that read the elements of targets: {@link
 * jackfield.backend.cpu.reference.loss.LikelihoodKernels} of classes, cross entropy of
 * probabilities, margins, and alignments of sequences.
 */
package jackfield.backend.cpu.reference.loss;
