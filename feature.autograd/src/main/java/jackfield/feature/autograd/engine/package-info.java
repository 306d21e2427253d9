/**
 * The backward pass: {@code BackwardEngine} finds the nodes, {@code BackwardPlan} orders them,
 * {@code BackwardRun} runs their formulas and adds the gradients up.
 */
package jackfield.feature.autograd.engine;
