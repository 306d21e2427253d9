package jackfield.nn.loss;

import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The value of a loss function, from which gradients are computed.
 *
 * <p><em>Threads</em>: used by one thread.
 */
public final class Loss {
  private final Tensor tensor;
  private final RetainedGradients gradients;

  /** Creates the loss of a value; its gradients are kept in the given memory. */
  public Loss(Tensor tensor, RetainedGradients gradients) {
    this.tensor = tensor;
    this.gradients = gradients;
  }

  /** Returns the value, a single number unless the reduction is {@link Reduction#NONE}. */
  public Tensor tensor() {
    return tensor;
  }

  /**
   * Returns the value as a number. It waits for a value on another device than the host.
   *
   * @throws jackfield.tensor.ShapeMismatch if there are several numbers
   */
  public double item() {
    boolean isNear = tensor.device().isHost();
    return (isNear ? HostData.item(tensor) : gradients.aten().item(tensor)).toDouble();
  }

  /**
   * Adds the gradients of this loss to those of the parameters it was computed from.
   *
   * <p>The gradients outlive the scope that the calling thread is in, so that several steps may add
   * to them. The memory of a gradient is used again after {@link
   * jackfield.nn.module.Parameter#zeroGrad}: copy one that should be kept.
   *
   * @throws jackfield.tensor.AutogradMisuse if the loss is not a single number, depends on no
   *     parameter, or its graph was run before
   * @throws jackfield.tensor.FeatureGone if the bundle that recorded the graph was unplugged
   */
  public void backward() {
    gradients.backward(tensor);
  }
}
