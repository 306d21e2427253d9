package jackfield.nn.module;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * A tensor that a module learns. Its memory belongs to no scope, so it may be created anywhere.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class Parameter extends StoredTensor {
  Parameter(Aten aten, Tensor tensor) {
    super(aten, tensor.requiresGradient());
  }

  /** Returns the accumulated gradient, or null if there is none. */
  public Tensor grad() {
    return tensor().grad();
  }

  /** Drops the gradient, so that {@link #grad} returns null. */
  public void zeroGrad() {
    tensor().clearGrad();
  }

  /** Returns whether the parameter is trained. */
  public boolean requiresGrad() {
    return tensor().requiresGrad();
  }

  /** Sets whether the parameter is trained, and returns it; optimizers skip the others. */
  public Parameter requiresGrad(boolean wanted) {
    tensor().requiresGradient(wanted);
    if (!wanted) {
      zeroGrad();
    }
    return this;
  }
}
