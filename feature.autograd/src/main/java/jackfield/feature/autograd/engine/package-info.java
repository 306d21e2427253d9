/**
 * The backward pass: {@code BackwardEngine} finds the nodes, {@code BackwardPlan} orders them,
 * {@code BackwardRun} runs their formulas and adds up the gradients.
 */
package jackfield.feature.autograd.engine;
