/**
 * What formulas ask about the backward pass that runs them, below the packages of formulas: {@link
 * jackfield.feature.autograd.gradient.mode.Recording}.
 *
 * <p><em>Threads</em>: the answers are those of the calling thread.
 */
package jackfield.feature.autograd.gradient.mode;
