package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * A tensor that a module learns. Its memory belongs to no scope, so it may be created anywhere.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class Parameter {
  private final Aten aten;
  private final Tensor tensor;

  Parameter(Aten aten, Tensor tensor) {
    this.aten = aten;
    this.tensor = tensor.requiresGradient();
  }

  /** Returns the tensor, the same one for the life of the parameter. */
  public Tensor tensor() {
    return tensor;
  }

  /** Returns the accumulated gradient, or null if there is none. */
  public Tensor grad() {
    return tensor.grad();
  }

  /** Drops the gradient, so that {@link #grad} returns null. */
  public void zeroGrad() {
    tensor.clearGrad();
  }

  /** Returns whether the parameter is trained. */
  public boolean requiresGrad() {
    return tensor.requiresGrad();
  }

  /** Sets whether the parameter is trained, and returns it; optimizers skip the others. */
  public Parameter requiresGrad(boolean wanted) {
    tensor.requiresGradient(wanted);
    if (!wanted) {
      tensor.clearGrad();
    }
    return this;
  }

  /** Writes the elements of {@code source}, which has the same sizes. */
  void copyFrom(Tensor source) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      aten.copy_(tensor, source);
    }
  }

  /** Returns a new tensor with the elements of {@code source}, in this one's type and device. */
  Tensor converted(Tensor source) {
    return aten.to(source.data(), tensor.device(), tensor.dtype(), false, true);
  }

  /** Returns type, sizes and device, such as {@code Parameter float32[2, 3] cpu}. */
  @Override
  public String toString() {
    return "Parameter %s%s %s"
        .formatted(tensor.dtype(), Arrays.toString(tensor.sizes()), tensor.device());
  }
}
