package jackfield.tensor;

import java.util.List;

/**
 * Runs recorded computations backwards. The autograd bundle, which records them, registers it as an
 * OSGi service. Without that bundle, tensors compute as usual, nothing is recorded, and the service
 * is absent.
 *
 * <p><em>Threads</em>: safe for all; a call runs on the calling thread. The user must order calls
 * over the same graph.
 *
 * <p><em>Source</em>: behaviour follows PyTorch 2.6.
 */
public interface Autograd {
  /**
   * Adds the gradients of {@code outputs}, each a single number, to the leaves they depend on.
   *
   * @throws jackfield.tensor.AutogradMisuse if an output has several elements, requires no
   *     gradient, or its graph cannot be run
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded the graph was unplugged
   */
  default void backward(Tensor... outputs) {
    backward(GradientRequest.of(outputs));
  }

  /**
   * Adds the gradients of {@code request} to the inputs it names, or to all leaves.
   *
   * @throws jackfield.tensor.AutogradMisuse if a start gradient is missing or has the wrong shape,
   *     an output requires no gradient, or the graph cannot be run
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded the graph was unplugged
   */
  void backward(GradientRequest request);

  /**
   * Returns the gradients with respect to the inputs of {@code request}, in order, and leaves the
   * tensors' own gradients unchanged. The gradient of an unused input is null if the request allows
   * it.
   *
   * @throws jackfield.tensor.AutogradMisuse as {@link #backward(GradientRequest)}, and if an input
   *     requires no gradient or is unused
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded the graph was unplugged
   */
  List<Tensor> grad(GradientRequest request);

  /**
   * Returns the edge into which the gradient of {@code tensor} flows, null for a leaf. If the base
   * of a view was changed in place, this call creates the view's edge.
   *
   * @throws jackfield.tensor.AutogradMisuse if the way such a view was created forbids in-place
   *     changes
   */
  GradientEdge edge(Tensor tensor);
}
