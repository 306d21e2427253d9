package jackfield.backend.cpu.loops.normalization;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/** A loop that normalizes elements, in one pass over them. */
@FunctionalInterface
public interface NormalizingLoop {
  /**
   * Writes {@code (a − mean) · factor · weight + bias}.
   *
   * @param out the address of the result; may be that of {@code a}
   * @param weight the address of a factor for each element
   * @param bias the address of a summand for each element
   */
  void run(long out, long a, long weight, long bias, long count, double mean, double factor);

  /** Returns the loops for float32 and float64. */
  static ByType<NormalizingLoop> byType() {
    Template<NormalizingLoop> template =
        new Template<>(MethodHandles.lookup(), NormalizedVectors.class);
    return new ByType<>(type -> template.stamp(Lanes.of(type), ""));
  }
}
