package jackfield.tools.soak.plug;

import jackfield.kernel.Operator;

/**
 * A computation of a worker.
 *
 * @param name the name in reports
 * @param kind the kind, whose durations are compared with each other
 * @param watched the operator whose provider is looked up while the exercise runs
 * @param needsPin whether the exercise makes several calls that must see one generation
 * @param isRounded whether the fast backend computes it with functions whose last bits differ
 *     before and after they are compiled
 * @param isRare whether it takes so long that workers choose it rarely
 * @param work makes the calls
 */
record Exercise(
    String name,
    Kind kind,
    Operator watched,
    boolean needsPin,
    boolean isRounded,
    boolean isRare,
    Work work) {
  Exercise(
      String name, Kind kind, Operator watched, boolean needsPin, boolean isRounded, Work work) {
    this(name, kind, watched, needsPin, isRounded, false, work);
  }

  /** Returns the exercise as one that is chosen rarely. */
  Exercise rare() {
    return new Exercise(name, kind, watched, needsPin, isRounded, true, work);
  }

  /** The kinds of exercises. */
  enum Kind {
    OPERATOR,
    INFERENCE,
    TRAINING
  }

  /** The calls of an exercise. */
  @FunctionalInterface
  interface Work {
    /**
     * Makes the calls; {@code gradients} is the autograd service that is available at the moment.
     */
    Outcome run(Gradients gradients);
  }
}
