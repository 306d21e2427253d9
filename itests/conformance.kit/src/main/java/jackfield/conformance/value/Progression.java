package jackfield.conformance.value;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * The elements of a large argument, which a vector describes by a rule: {@code (start + step * i)
 * mod modulus} for element {@code i} in row-major order, scaled and shifted into a number of the
 * type.
 */
final class Progression {
  private final DType dtype;
  private final long start;
  private final long step;
  private final long modulus;
  private final double scale;
  private final JsonNode shift;
  private final long below; // smaller values are true

  Progression(DType dtype, JsonNode value) {
    JsonNode arange = value.get("arange");
    this.dtype = dtype;
    this.start = arange.get(0).longValue();
    this.step = arange.get(1).longValue();
    this.modulus = arange.get(2).longValue();
    this.scale = value.path("scale").asDouble(1);
    this.shift = value.path("shift");
    this.below = value.path("below").longValue();
  }

  /** Returns a new one-dimensional tensor in host memory with as many elements as {@code shape}. */
  Tensor fill(long[] shape) {
    Tensor whole = HostData.empty(dtype, Shapes.elementCount(shape));
    long[] next = {0};
    HostData.forEachAddress(
        whole, address -> put(address, Math.floorMod(start + step * next[0]++, modulus)));
    return whole;
  }

  private void put(long address, long value) {
    switch (dtype.category()) {
      case BOOLEAN -> Elements.putLong(dtype, address, value < below ? 1 : 0);
      case INTEGRAL -> Elements.putLong(dtype, address, value + shift.longValue());
      case FLOATING, COMPLEX ->
          Elements.putDouble(dtype, address, value * scale + shift.doubleValue());
    }
  }
}
