package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/** A loop that copies elements of one type to elements of another and converts them as C does. */
@FunctionalInterface
public interface Conversion {
  /** Converts {@code count} elements, whose addresses are the given steps in bytes apart. */
  void run(long from, long fromStep, long to, long toStep, long count);

  /** Returns the conversions by the type from which, and then by that to which they convert. */
  static ByType<ByType<Conversion>> byTypes() {
    Template<Conversion> template = new Template<>(MethodHandles.lookup(), ConversionLoop.class);
    return new ByType<>(from -> new ByType<>(to -> template.copy(from, to)));
  }
}
