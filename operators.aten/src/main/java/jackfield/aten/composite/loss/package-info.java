/**
 * Losses that are composed of other operators and differentiated through them.
 *
 * <p>Start with {@link PairLosses}, of an input and a target of the same sizes, and {@link
 * LossKernels}, which give the likelihood and the cross entropy of classes. {@link DistanceLosses}
 * compare vectors, {@link ClassLosses} read classes, {@link AlignmentLosses} read sequences of
 * labels. {@link LossGradients} exist as operators.
 */
package jackfield.aten.composite.loss;
