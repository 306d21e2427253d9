package jackfield.nn.module;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** A tensor of a module that is saved with it. Its memory belongs to no scope. */
abstract sealed class StoredTensor permits Parameter, Buffer {
  private final Aten aten;
  private final Tensor tensor;

  StoredTensor(Aten aten, Tensor tensor) {
    this.aten = aten;
    this.tensor = tensor;
  }

  /** Returns the tensor, the same one for the life of this object. */
  public final Tensor tensor() {
    return tensor;
  }

  /**
   * Writes the elements of {@code source}, converted to the type of this tensor. Autograd does not
   * record it.
   *
   * @throws jackfield.tensor.ShapeMismatch if the sizes cannot be broadcast to those of the tensor
   */
  public final void copyFrom(Tensor source) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      aten.copy_(tensor, source);
    }
  }

  /**
   * Returns a new tensor with the elements of {@code source}, in this one's type and device.
   *
   * @throws InvalidArgument if this tensor counts, and an element is no whole number of its type
   */
  final Tensor converted(String name, Tensor source) {
    Tensor data = source.data();
    Tensor converted = aten.to(data, tensor.device(), tensor.dtype(), false, true);
    boolean isCount = tensor.dtype().isIntegral() && data.dtype().isFloating();
    if (isCount && !aten.equal(aten.to(converted, data.device(), data.dtype()), data)) {
      throw new InvalidArgument(
          "loadStateDict",
          name,
          "must have whole numbers for %s, found %s".formatted(tensor.dtype(), data));
    }
    return converted;
  }

  /** Returns the kind, type, sizes and device, such as {@code Parameter float32[2, 3] cpu}. */
  @Override
  public final String toString() {
    return "%s %s%s %s"
        .formatted(
            getClass().getSimpleName(),
            tensor.dtype(),
            Arrays.toString(tensor.sizes()),
            tensor.device());
  }
}
