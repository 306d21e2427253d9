package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Reads the numbers that operators take in tensors. */
final class ReadNumbers {
  private final Aten aten;
  private final String operator;

  ReadNumbers(Aten aten, String operator) {
    this.aten = aten;
    this.operator = operator;
  }

  /**
   * Returns the only element of an argument as a real number.
   *
   * @throws InvalidArgument if there is not one, if it is complex, or has no memory
   */
  double one(String argument, Tensor tensor) {
    if (tensor.elementCount() != 1 || tensor.dtype().isComplex()) {
      throw new InvalidArgument(
          operator, argument, "is %s; pass one real number".formatted(tensor));
    }
    return HostData.item(onHost(argument, tensor)).toDouble();
  }

  /** Returns the elements of a vector. */
  Scalar[] all(String argument, Tensor vector) {
    Tensor[] elements = aten.unbind(onHost(argument, vector), 0);
    return Arrays.stream(elements).map(HostData::item).toArray(Scalar[]::new);
  }

  private Tensor onHost(String argument, Tensor tensor) {
    if (tensor.device().equals(Device.META)) {
      throw new InvalidArgument(
          operator, argument, "has no memory, but its elements are needed; pass one with memory");
    }
    return aten.to(tensor, Device.CPU, tensor.dtype());
  }
}
