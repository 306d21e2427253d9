package jackfield.tensor;

import java.util.List;

/**
 * Differentiates recorded computations backwards; published as an OSGi service by the bundle that
 * records them. Without that bundle tensors compute as ever, nothing is recorded, and there is no
 * such service.
 *
 * <p><em>Threads</em>: safe for all; a call runs on the calling thread. Two calls over one graph
 * are to be ordered by the user.
 *
 * <p><em>Source</em>: behaviour follows PyTorch 2.6.
 */
public interface Autograd {
  /**
   * Adds the gradients of {@code outputs}, each a single number, to the leaves they depend on.
   *
   * @throws jackfield.tensor.AutogradMisuse if an output has several elements, requires no
   *     gradient, or its graph cannot be run
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded has left
   */
  default void backward(Tensor... outputs) {
    backward(GradientRequest.of(outputs));
  }

  /**
   * Adds the gradients that {@code request} asks for to the inputs it names, or to all leaves.
   *
   * @throws jackfield.tensor.AutogradMisuse if a start gradient is missing or of the wrong shape,
   *     an output requires no gradient, or the graph cannot be run
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded has left
   */
  void backward(GradientRequest request);

  /**
   * Returns the gradients with respect to the inputs that {@code request} names, in order, and
   * leaves the tensors' own alone; null for an unused input if the request allows that.
   *
   * @throws jackfield.tensor.AutogradMisuse as {@link #backward(GradientRequest)}, and if an input
   *     requires no gradient or is unused
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded has left
   */
  List<Tensor> grad(GradientRequest request);

  /**
   * Returns where the gradient of {@code tensor} flows, null if it is a leaf. A view whose base was
   * changed in place gets its edge by this call.
   *
   * @throws jackfield.tensor.AutogradMisuse if it is such a view, made in a way that forbids that
   */
  GradientEdge edge(Tensor tensor);
}
