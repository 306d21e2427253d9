package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;

/** A loop over short rows without gaps, some distance apart, of one input and the output. */
@FunctionalInterface
public interface RowsLoop {
  /** Runs over {@code rows} rows of {@code columns} elements; steps are bytes between rows. */
  void run(long out, long outStep, long a, long step, long rows, long columns, Scalar number);

  /** Returns the loops that copy elements, bit for bit. */
  static ByType<RowsLoop> copy() {
    return of("first");
  }

  /** Returns the loops that add the number to elements; for floats. */
  static ByType<RowsLoop> increase() {
    return of("increase");
  }

  /** Returns the loop that copies every second element of rows, of 32 bits each, bit for bit. */
  static RowsLoop halving() {
    return new HalvedRows();
  }

  private static ByType<RowsLoop> of(String operation) {
    Template<RowsLoop> template =
        new Template<>(MethodHandles.lookup(), RowsOfVectors.class, Arithmetic.class);
    return new ByType<>(type -> template.stamp(Lanes.of(type), operation));
  }
}
