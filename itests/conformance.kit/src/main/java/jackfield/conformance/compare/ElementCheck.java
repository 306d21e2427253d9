package jackfield.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Numbers;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Compares the elements of a tensor with those of a vector, in row-major order. */
final class ElementCheck {
  private final JsonNode expected;
  private final Tensor found;
  private final Tolerance tolerance;
  private int next;
  private int wrong;
  private int firstWrong = -1;
  private String firstFound;

  private ElementCheck(JsonNode expected, Tensor found, Tolerance tolerance) {
    this.expected = expected;
    this.found = found;
    this.tolerance = tolerance;
  }

  /** Throws {@link Disagreement} unless all elements agree; the sizes were compared before. */
  static void check(JsonNode expected, Tensor found, Tolerance tolerance) {
    if (expected.size() != found.elementCount()) {
      throw new Disagreement("elements", expected.size(), found.elementCount());
    }
    ElementCheck check = new ElementCheck(expected, found, tolerance);
    HostData.forEachBlock(found, check::compareBlock); // also applies lazy conjugates and negatives
    check.report();
  }

  private void compareBlock(long address, long sizeBytes) {
    int step = found.dtype().sizeBytes();
    for (long at = address; at < address + sizeBytes; at += step) {
      compare(at);
    }
  }

  private void compare(long address) {
    if (!agrees(expected.get(next), address)) {
      wrong++;
      if (firstWrong < 0) {
        firstWrong = next;
        firstFound = Elements.scalarAt(found.dtype(), address).toString();
      }
    }
    next++;
  }

  private boolean agrees(JsonNode element, long address) {
    DType dtype = found.dtype();
    return switch (dtype.category()) {
      case BOOLEAN, INTEGRAL -> Elements.longAt(dtype, address) == element.longValue();
      case FLOATING -> tolerance.accepts(Numbers.real(element), Elements.doubleAt(dtype, address));
      case COMPLEX ->
          tolerance.accepts(
              Numbers.real(element.get(0)),
              Numbers.real(element.get(1)),
              Elements.doubleAt(dtype, address),
              Elements.imaginaryAt(dtype, address));
    };
  }

  private void report() {
    if (wrong > 0) {
      String others = wrong == 1 ? "" : " (%d of %d differ)".formatted(wrong, next);
      throw new Disagreement(
          "element " + Arrays.toString(position(firstWrong)),
          expected.get(firstWrong),
          firstFound + others);
    }
  }

  private long[] position(long index) {
    long[] position = new long[found.rank()];
    for (int dim = position.length - 1; dim >= 0; dim--) {
      position[dim] = index % found.size(dim);
      index /= found.size(dim);
    }
    return position;
  }
}
