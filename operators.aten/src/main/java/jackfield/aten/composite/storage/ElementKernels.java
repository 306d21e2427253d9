package jackfield.aten.composite.storage;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Single elements as numbers. An element on a device is copied to the host, which waits for it.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ElementKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ElementKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the only element.
   *
   * @throws ShapeMismatch if there is not exactly one element
   */
  public Scalar item(Tensor self) {
    if (self.elementCount() != 1) {
      throw new ShapeMismatch("item", "expected a tensor of one element", self.sizes());
    }
    Tensor plain = aten.resolveNeg(aten.resolveConj(aten.detach(self)));
    return HostData.item(
        plain.device().isHost() ? plain : aten.to(plain, Device.CPU, plain.dtype()));
  }

  /**
   * Returns whether the only element is not 0.
   *
   * @throws ShapeMismatch if there is not exactly one element
   */
  public boolean isNonzero(Tensor self) {
    if (self.elementCount() != 1) {
      throw new ShapeMismatch("is_nonzero", "expected a tensor of one element", self.sizes());
    }
    return item(self).toBoolean();
  }
}
