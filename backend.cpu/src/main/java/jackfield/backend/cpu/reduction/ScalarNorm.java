package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Norms in double precision, element by element. */
final class ScalarNorm {
  private ScalarNorm() {}

  /** Returns the norm of the elements that are reduced to one. */
  static double of(ReductionIterator it, long input, double power) {
    double[] total = {power == Double.NEGATIVE_INFINITY ? power * power : 0};
    DType type = it.inputType();
    it.forEachReducedRow(
        input,
        (address, step, count) -> {
          for (long i = 0; i < count; i++) {
            total[0] = with(total[0], size(type, address + i * step), power);
          }
        });
    if (power == 0 || power == 1 || Double.isInfinite(power)) {
      return total[0];
    }
    return power == 2 ? Math.sqrt(total[0]) : Math.pow(total[0], 1 / power);
  }

  private static double with(double total, double size, double power) {
    if (power == 0) {
      return total + (size == 0 ? 0 : 1);
    } else if (power == 1) {
      return total + size;
    } else if (power == 2) {
      return total + size * size;
    } else if (Double.isInfinite(power)) {
      return power > 0 ? Math.max(total, size) : Math.min(total, size);
    }
    return total + Math.pow(size, power);
  }

  private static double size(DType type, long address) {
    double real = Elements.doubleAt(type, address);
    return type.isComplex()
        ? Math.hypot(real, Elements.imaginaryAt(type, address))
        : Math.abs(real);
  }
}
