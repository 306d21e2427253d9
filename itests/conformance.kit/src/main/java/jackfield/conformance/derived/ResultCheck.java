package jackfield.conformance.derived;

import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Compares two tensors element by element; strides are free. */
final class ResultCheck {
  private ResultCheck() {}

  /** Throws {@link Disagreement} at the first difference. */
  static void check(Tensor expected, Tensor found, Tolerance tolerance) {
    if (expected.dtype() != found.dtype()) {
      throw new Disagreement("dtype", expected.dtype(), found.dtype());
    }
    if (!Arrays.equals(expected.sizes(), found.sizes())) {
      throw new Disagreement(
          "shape", Arrays.toString(expected.sizes()), Arrays.toString(found.sizes()));
    }
    long[] places = addresses(expected);
    long[] others = addresses(found);
    for (int i = 0; i < places.length; i++) {
      if (!agrees(expected.dtype(), places[i], others[i], tolerance)) {
        throw new Disagreement(
            "element " + i,
            Elements.scalarAt(expected.dtype(), places[i]),
            Elements.scalarAt(expected.dtype(), others[i]));
      }
    }
  }

  private static boolean agrees(DType dtype, long expected, long found, Tolerance tolerance) {
    return switch (dtype.category()) {
      case BOOLEAN, INTEGRAL -> Elements.longAt(dtype, expected) == Elements.longAt(dtype, found);
      case FLOATING ->
          tolerance.accepts(Elements.doubleAt(dtype, expected), Elements.doubleAt(dtype, found));
      case COMPLEX ->
          tolerance.accepts(
              Elements.doubleAt(dtype, expected),
              Elements.imaginaryAt(dtype, expected),
              Elements.doubleAt(dtype, found),
              Elements.imaginaryAt(dtype, found));
    };
  }

  private static long[] addresses(Tensor tensor) {
    long[] addresses = new long[Math.toIntExact(tensor.elementCount())];
    int[] next = {0};
    HostData.forEachAddress(tensor, address -> addresses[next[0]++] = address);
    return addresses;
  }
}
