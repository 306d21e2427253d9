package jackfield.backend.cpu.scatter;

import jackfield.aten.scatter.Reduction;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Combines elements of one type; each result is rounded to it. As the largest and as the smallest,
 * NaN is chosen before all numbers.
 */
final class Combination {
  private static final int SUM = 0; // also the number with which sums begin
  private static final int PRODUCT = 1; // also the number with which products begin
  private static final int LARGEST = 2;
  private static final int SMALLEST = 3;

  private final DType type;
  private final Reduction reduction;
  private final int size;
  private final ScaledSum sum;

  Combination(DType type, Reduction reduction) {
    this.type = type;
    this.reduction = reduction;
    this.size = type.sizeBytes();
    this.sum = new ScaledSum(type, Scalar.ONE);
  }

  /** Gives an element the value with which combining begins: 0, 1 or that of {@code from}. */
  void reset(long to, long from) {
    switch (reduction) {
      case SUM, MEAN -> Elements.putLong(type, to, 0);
      case PRODUCT -> Elements.putLong(type, to, 1);
      default -> StridedCopy.move(size, from, 0, to, 0, 1);
    }
  }

  /** Returns a number for {@link #of} that a loop keeps in a register. */
  int kind() {
    return switch (reduction) {
      case SUM, MEAN -> SUM;
      case PRODUCT -> PRODUCT;
      case LARGEST -> LARGEST;
      default -> SMALLEST;
    };
  }

  /**
   * Returns the number with which combining begins: 0 for sums, 1 for products, else {@code value},
   * which is one of those of which the largest or smallest is chosen.
   */
  static float first(int kind, float value) {
    return kind > PRODUCT ? value : kind;
  }

  /** Combines two numbers; of equal ones, such as zeros, the first stays. */
  static float of(int kind, float a, float b) {
    if (kind <= PRODUCT) {
      return kind == SUM ? a + b : a * b;
    }
    float chosen = kind == LARGEST ? Math.max(a, b) : Math.min(a, b); // no branch to predict
    return a == b ? a : chosen;
  }

  /** Returns whether a number takes the place of another. */
  private boolean isChosen(double next, double old) {
    return reduction == Reduction.LARGEST
        ? next > old || (Double.isNaN(next) && !Double.isNaN(old))
        : !Double.isNaN(old) && !(next >= old);
  }

  /** Combines an element with another. */
  void combine(long to, long from) {
    switch (reduction) {
      case SUM, MEAN -> sum.add(to, from);
      case PRODUCT -> multiply(to, from);
      default -> {
        if (isChosen(from, to)) {
          StridedCopy.move(size, from, 0, to, 0, 1);
        }
      }
    }
  }

  private boolean isChosen(long next, long old) {
    if (!type.isIntegral()) {
      return isChosen(Elements.doubleAt(type, next), Elements.doubleAt(type, old));
    }
    int compared = Long.compare(Elements.longAt(type, next), Elements.longAt(type, old));
    return reduction == Reduction.LARGEST ? compared > 0 : compared < 0;
  }

  private void multiply(long to, long from) {
    double a = Elements.doubleAt(type, to);
    double b = Elements.doubleAt(type, from);
    if (type.isComplex()) {
      double c = Elements.imaginaryAt(type, to);
      double d = Elements.imaginaryAt(type, from);
      Elements.putComplex(type, to, a * b - c * d, a * d + c * b);
    } else if (type.isFloating()) {
      Elements.putDouble(type, to, a * b);
    } else {
      Elements.putLong(type, to, Elements.longAt(type, to) * Elements.longAt(type, from));
    }
  }

  /** Divides a sum by a count, rounding down for integers; a truth value stays. */
  void divide(long at, long count) {
    if (type == DType.FLOAT32) {
      HostBytes.putFloat(at, (float) (HostBytes.floatAt(at) / (double) count));
    } else if (type.isComplex()) {
      double real = Elements.doubleAt(type, at) / count;
      Elements.putComplex(type, at, real, Elements.imaginaryAt(type, at) / count);
    } else if (type.isFloating()) {
      Elements.putDouble(type, at, Elements.doubleAt(type, at) / count);
    } else if (type != DType.BOOL) {
      Elements.putLong(type, at, Math.floorDiv(Elements.longAt(type, at), count));
    }
  }
}
