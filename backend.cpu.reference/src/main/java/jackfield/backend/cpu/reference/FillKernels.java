package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostBytes;
import jackfield.tensor.Scalar;

/** Sets elements to one number, or to a row of them. */
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
}
