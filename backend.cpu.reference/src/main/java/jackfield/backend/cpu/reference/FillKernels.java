package jackfield.backend.cpu.reference;

import jackfield.aten.composite.allocation.ArangeKernels;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Sets elements to one number, or to an arithmetic sequence. */
final class FillKernels {
  private FillKernels() {}

  static void fill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        Elements.putScalar(type, at[0] + i * step[0], value);
      }
    });
  }

  static void zero(ElementwiseIterator it) {
    if (it.isContiguous()) {
      HostBytes.zero(it.address(0), it.count() * it.type(0).sizeBytes());
    } else {
      fill(it, Scalar.ZERO);
    }
  }

  /** Writes {@code start + step · i} into element {@code i} in row-major order. */
  static Tensor arange(Scalar start, Scalar end, Scalar step, Tensor out) {
    ArangeKernels.prepare(start, end, step, out);
    DType type = out.dtype();
    long[] i = {0};
    if (type.isIntegral()) {
      long first = start.toLong();
      long next = step.toLong();
      HostData.forEachAddress(
          out, address -> Elements.putLong(type, address, first + next * i[0]++));
    } else {
      double first = start.toDouble();
      double next = step.toDouble();
      HostData.forEachAddress(
          out, address -> Elements.putDouble(type, address, first + next * i[0]++));
    }
    return out;
  }
}
