package jackfield.tools.soak.dispatch;

/**
 * The answers that calls of a subject give between two changes of it. Choices form a chain, and a
 * call's answer must be that of a choice between its start and its end.
 */
final class Choice {
  /** The answer if there is no kernel. */
  static final long MISSING = -1;

  private static final int BITS = 21; // three layers fit in a long
  private static final long LAYER = (1L << BITS) - 1;

  private final long mode;
  private final long plain;
  private volatile Choice next; // written once, under the subject's lock

  /** The path of a call through the kernels. */
  enum Path {
    /** With the mode key included: mode, gradient and backend kernel. */
    MODE,
    /** Gradient and backend kernel. */
    PLAIN,
    /** The backend kernel only, by redispatch. */
    BACKEND
  }

  /**
   * Creates a choice.
   *
   * @param mode the number of the kernel or fallback at the mode key, 0 if there is none
   * @param gradient the number of the kernel at the gradient key
   * @param backend the number of the kernel at the backend's key
   */
  Choice(long mode, long gradient, long backend) {
    this.plain = backend == 0 ? MISSING : above(1, gradient, backend);
    this.mode = mode == 0 || backend == 0 ? MISSING : above(2, mode, plain);
  }

  /** Returns {@code answer} with the number of a kernel of the given layer added. */
  static long above(int layer, long number, long answer) {
    return (number & LAYER) << (layer * BITS) | answer;
  }

  /** Returns the number of the kernel of the lowest layer. */
  static long backend(long answer) {
    return answer == MISSING ? MISSING : answer & LAYER;
  }

  /** Returns the largest number that a kernel may have. */
  static long largest() {
    return LAYER;
  }

  void follow(Choice successor) {
    next = successor;
  }

  long answer(Path path) {
    return switch (path) {
      case MODE -> mode;
      case PLAIN -> plain;
      case BACKEND -> backend(plain);
    };
  }

  /** Returns whether a choice from this one to {@code last} gives {@code answer}. */
  boolean gives(Path path, long answer, Choice last) {
    for (Choice link = this; link != null; link = link.next) {
      if (link.answer(path) == answer) {
        return true;
      }
      if (link == last) {
        return false;
      }
    }
    return false;
  }
}
