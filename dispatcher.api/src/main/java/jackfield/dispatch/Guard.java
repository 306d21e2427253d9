package jackfield.dispatch;

/**
 * A change of a thread's {@link DispatchContext}: closing the guard restores what the change was
 * about, as a whole, whatever was set inside.
 *
 * <p><em>Threads</em>: closed by the thread that made it, in reverse order.
 */
public final class Guard implements AutoCloseable {
  static final int INCLUDED = 1;
  static final int EXCLUDED = 2;
  static final int MODES = 4;
  static final int CALLS = 8; // the modes that take calls over

  private final DispatchContext context;
  private final int parts;
  private final long included;
  private final long excluded;
  private final boolean gradients;
  private final boolean inference;
  private final Modes calls;

  /** Remembers {@code parts} of {@code context}, before they are changed. */
  Guard(DispatchContext context, int parts) {
    this.context = context;
    this.parts = parts;
    this.included = context.included();
    this.excluded = context.excluded();
    this.gradients = context.gradients();
    this.inference = context.isInference();
    this.calls = context.modes();
  }

  /** Restores what was before. */
  @Override
  public void close() {
    context.setKeys(
        (parts & INCLUDED) != 0 ? included : context.included(),
        (parts & EXCLUDED) != 0 ? excluded : context.excluded());
    if ((parts & MODES) != 0) {
      context.setModes(gradients, inference);
    }
    if ((parts & CALLS) != 0) {
      context.setModeStack(calls);
    }
  }
}
