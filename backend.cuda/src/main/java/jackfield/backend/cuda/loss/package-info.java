/**
 * Losses that read the elements of targets, which the device checks first: {@link
 * jackfield.backend.cuda.loss.MarginBodies}, cross entropy and alignments.
 */
package jackfield.backend.cuda.loss;
