package jackfield.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Numbers;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Compares a large result with its recorded samples: the elements at some positions, and the sum,
 * the sum of magnitudes, the smallest and the largest of all elements.
 */
final class SampleCheck {
  // For results whose elements agree exactly: another order of summation may change the last bits.
  private static final double EXACT_SUM = 1e-6;

  private final JsonNode expected;
  private final Tensor found;
  private final Tolerance tolerance;
  private double sum;
  private double magnitudes;
  private long integerSum;
  private long integerMagnitudes;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  private SampleCheck(JsonNode expected, Tensor found, Tolerance tolerance) {
    this.expected = expected;
    this.found = found;
    this.tolerance = tolerance;
  }

  /** Throws {@link Disagreement} at the first difference; the sizes were compared before. */
  static void check(JsonNode expected, Tensor found, Tolerance tolerance) {
    SampleCheck check = new SampleCheck(expected, found, tolerance);
    check.comparePositions();
    HostData.forEachAddress(found, check::add);
    check.compareWhole();
  }

  private void comparePositions() {
    JsonNode positions = expected.get("positions");
    for (int i = 0; i < positions.size(); i++) {
      long position = positions.get(i).longValue();
      double value = Elements.doubleAt(found.dtype(), address(position));
      compare("element " + position, expected.get("values").get(i), value);
    }
  }

  private long address(long position) {
    long offset = 0;
    for (int dim = found.rank() - 1; dim >= 0; dim--) {
      offset += position % found.size(dim) * found.stride(dim);
      position /= found.size(dim);
    }
    return found.address() + offset * found.dtype().sizeBytes();
  }

  private void add(long address) {
    DType dtype = found.dtype();
    double value = Elements.doubleAt(dtype, address);
    sum += value;
    magnitudes += Math.abs(value);
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
    if (isWhole()) {
      long whole = Elements.longAt(dtype, address);
      integerSum += whole;
      integerMagnitudes += Math.abs(whole);
    }
  }

  private void compareWhole() {
    if (isWhole()) {
      compare("sum", expected.get("sum"), integerSum);
      compare("sum of magnitudes", expected.get("abs_sum"), integerMagnitudes);
    } else {
      compareSum("sum", expected.get("sum"), sum);
      compareSum("sum of magnitudes", expected.get("abs_sum"), magnitudes);
    }
    compare("smallest element", expected.get("min"), smallest);
    compare("largest element", expected.get("max"), largest);
  }

  private boolean isWhole() {
    return !found.dtype().isFloating() && !found.dtype().isComplex();
  }

  private void compare(String what, JsonNode recorded, double value) {
    if (!tolerance.accepts(Numbers.real(recorded), value)) {
      throw new Disagreement(what, recorded, value);
    }
  }

  private static void compare(String what, JsonNode recorded, long value) {
    if (recorded.longValue() != value) {
      throw new Disagreement(what, recorded, value);
    }
  }

  private void compareSum(String what, JsonNode recorded, double value) {
    double relative = tolerance.isExact() ? EXACT_SUM : tolerance.relative();
    double allowed =
        relative * Numbers.real(expected.get("abs_sum"))
            + tolerance.absolute() * found.elementCount();
    double wanted = Numbers.real(recorded);
    boolean agrees =
        Double.isFinite(wanted)
            ? Math.abs(value - wanted) <= allowed
            : Double.compare(value, wanted) == 0;
    if (!agrees) {
      throw new Disagreement(what, recorded, value);
    }
  }
}
