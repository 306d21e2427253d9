package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;

/** A loop that updates the maxima of adjacent windows by the elements under one of their taps. */
@FunctionalInterface
public interface TapMaximum {
  /**
   * Replaces each maximum that is less than the element under the tap, and each if that is NaN.
   *
   * @param best the address of the maxima
   * @param chosen the address of the numbers of the taps that have them, of the same type
   * @param line the address of the elements under the tap
   * @param tap the number of the tap; a float must be able to hold it
   */
  void run(long best, long chosen, long line, long count, Scalar tap);

  /** Returns the loops for float32, float64 and int64. */
  static ByType<TapMaximum> byType() {
    Template<TapMaximum> template = new Template<>(MethodHandles.lookup(), TapMaximumLoop.class);
    return new ByType<>(type -> template.stamp(Lanes.of(type), ""));
  }
}
