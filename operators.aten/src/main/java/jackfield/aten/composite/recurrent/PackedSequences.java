package jackfield.aten.composite.recurrent;

import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** Reads and checks the integers that describe packed sequences. */
final class PackedSequences {
  private PackedSequences() {}

  /** Returns the batch of each step; none is larger than the one before. */
  static long[] batchSizes(String operator, Tensor data, Tensor batchSizes) {
    long[] sizes = integers(operator, "batch_sizes", batchSizes);
    if (sizes.length == 0) {
      throw new InvalidArgument(operator, "batch_sizes", "is empty, expected at least one step");
    }
    long sum = 0;
    for (int step = 0; step < sizes.length; step++) {
      long most = step == 0 ? Long.MAX_VALUE : sizes[step - 1];
      if (sizes[step] < 1 || sizes[step] > most) {
        throw new InvalidArgument(
            operator,
            "batch_sizes",
            "has %d at step %d, expected 1 to %d".formatted(sizes[step], step, most));
      }
      sum = Shapes.position(sum, sizes[step], 1);
    }
    if (data.rank() == 0 || data.size(0) < sum) {
      throw new ShapeMismatch(
          operator, "expected %d elements as in batch_sizes".formatted(sum), data.sizes());
    }
    return sizes;
  }

  /** Returns the elements of a vector of int64 on the host. */
  static long[] integers(String operator, String argument, Tensor tensor) {
    if (tensor.dtype() != DType.INT64) {
      throw new TypeMismatch(
          operator, "expected %s to be int64, found %s".formatted(argument, tensor.dtype()));
    }
    if (!tensor.device().equals(Device.CPU)) {
      throw new InvalidArgument(
          operator, argument, "is on %s, expected the elements on cpu".formatted(tensor.device()));
    }
    if (tensor.rank() != 1) {
      throw new ShapeMismatch(operator, "expected " + argument + " to be a vector", tensor.sizes());
    }
    return HostData.longs(tensor);
  }
}
