package jackfield.gradient;

import jackfield.kernel.BoxedKernel;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;

/**
 * The fallback of the autograd keys, which records graphs. A kernel of a formula asks the dispatch
 * table for it, so it records with the autograd of its call's generation, and records nothing if
 * that generation has none.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface GradientRecorder extends BoxedKernel {
  /**
   * Returns for each tensor the edge along which its gradient flows; null if it is null or requires
   * no gradient. A kernel that records calls it before the operator computes.
   *
   * @throws jackfield.tensor.AutogradMisuse if the way a view was created forbids in-place changes
   */
  GradientEdge[] edges(Tensor... tensors);

  /**
   * Records that {@code results} are the outputs of the operator that {@code node} differentiates.
   * Those that are null, or neither floating-point nor complex, are left out.
   */
  void record(GradientNode node, Tensor... results);
}
