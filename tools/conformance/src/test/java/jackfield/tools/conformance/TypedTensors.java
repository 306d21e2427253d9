package jackfield.tools.conformance;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Small tensors of a type. */
final class TypedTensors {
  private TypedTensors() {}

  static Tensor tensor(DType type, long[] sizes, double... values) {
    Tensor tensor = HostData.empty(type, sizes);
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> Elements.putDouble(type, address, values[next[0]++]));
    return tensor;
  }

  static Tensor vector(DType type, double... values) {
    return tensor(type, new long[] {values.length}, values);
  }

  static Tensor complex(DType type) {
    Tensor tensor = HostData.empty(type, 1);
    Elements.putComplex(type, tensor.address(), 3, -4);
    return tensor;
  }

  static Tensor one(DType type) {
    return vector(type, 1);
  }
}
