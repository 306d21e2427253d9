package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Tensors for tests. */
public final class TestTensors {
  private TestTensors() {}

  /** Returns a contiguous tensor that holds 0, 1, 2, … */
  public static Tensor counting(DType dtype, long... sizes) {
    Tensor tensor = HostData.empty(dtype, sizes);
    int[] next = {0};
    HostData.forEachAddress(tensor, address -> Elements.putDouble(dtype, address, next[0]++));
    return tensor;
  }

  /** Returns the transpose of a matrix over the same memory. */
  public static Tensor transposed(Tensor matrix) {
    return matrix.alias(
        longs(matrix.size(1), matrix.size(0)),
        longs(matrix.stride(1), matrix.stride(0)),
        matrix.offset());
  }

  /** Returns the tensor with other sizes and strides over the same memory. */
  public static Tensor strided(Tensor tensor, long[] sizes, long[] strides) {
    return tensor.alias(sizes, strides, tensor.offset());
  }

  public static long[] longs(long... values) {
    return values;
  }

  /** Lets a plan create its outputs, and returns one of them. */
  public static Tensor allocated(OutputPlan plan, Outputs outputs, int number) {
    plan.allocate(outputs);
    return plan.output(number);
  }

  /** A body that adds up the inputs, whatever their type. */
  public static void addUp(ElementwiseIterator it) {
    it.forEachRow((addresses, strides, count) -> {
      for (long i = 0; i < count; i++) {
        double sum = 0;
        for (int operand = 1; operand < it.operandCount(); operand++) {
          sum += Elements.doubleAt(it.type(operand), addresses[operand] + i * strides[operand]);
        }
        Elements.putDouble(it.type(0), addresses[0] + i * strides[0], sum);
      }
    });
  }
}
