package jackfield.tools.soak.plug;

import jackfield.kernel.Operator;

/**
 * Something that a worker computes.
 *
 * @param name for reports
 * @param kind what the time of one is compared with
 * @param watched the operator whose server is looked up while it runs
 * @param needsPin whether it makes several calls, which are to meet one generation
 * @param isRounded whether the fast backend computes it by functions whose last bits differ before
 *     and after they are compiled
 * @param work makes the calls
 */
record Exercise(
    String name, Kind kind, Operator watched, boolean needsPin, boolean isRounded, Work work) {
  /** The sorts. */
  enum Kind {
    OPERATOR,
    INFERENCE,
    TRAINING
  }

  /** What an exercise does. */
  @FunctionalInterface
  interface Work {
    /** Makes the calls; {@code gradients} is what autograd's bundle offers at this moment. */
    Outcome run(Gradients gradients);
  }
}
