/**
 * The gradients of linear algebra that takes matrices one by one. {@link
 * jackfield.feature.autograd.gradient.LinalgGradients} offers them to formulas. Start with {@link
 * jackfield.feature.autograd.gradient.linalg.SolveGradients}.
 *
 * <p><em>Threads</em>: these classes hold no state but the operators that they call.
 */
package jackfield.feature.autograd.gradient.linalg;
