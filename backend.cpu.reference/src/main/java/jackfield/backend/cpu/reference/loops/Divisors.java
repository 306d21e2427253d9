package jackfield.backend.cpu.reference.loops;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** The check of integer divisors. */
public final class Divisors {
  private Divisors() {}

  /**
   * Checks the second input before anything is written, if the common type is integral.
   *
   * @throws InvalidArgument if it has a 0
   */
  public static void refuseZeros(String operator, ElementwiseIterator it) {
    DType type = it.type(2);
    if (it.commonType().isFloating()) {
      return;
    }
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        if (Elements.longAt(type, at[2] + i * step[2]) == 0) {
          throw new InvalidArgument(operator, "other", "has a 0, by which no integer is divided");
        }
      }
    });
  }
}
