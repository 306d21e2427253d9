package jackfield.context;

/**
 * A temporary change of a thread's {@link DispatchContext}. Closing the guard restores the changed
 * parts as a whole, whatever was set inside.
 *
 * <p><em>Threads</em>: closed by the thread that created it, in reverse order.
 */
public final class Guard implements AutoCloseable {
  /** The keys that every call adds. */
  public static final int INCLUDED = 1;

  /** The keys that every call removes. */
  public static final int EXCLUDED = 2;

  /** Whether gradients are recorded, and whether tensors take part in autograd at all. */
  public static final int GRADIENTS = 4;

  /** The dispatch modes, which intercept calls. */
  public static final int MODES = 8;

  private final DispatchContext context;
  private final int parts;
  private final long included;
  private final long excluded;
  private final boolean gradients;
  private final boolean inference;
  private final Object modes;

  /** Stores {@code parts} of {@code context}, before they are changed. */
  Guard(DispatchContext context, int parts) {
    this.context = context;
    this.parts = parts;
    this.included = context.included();
    this.excluded = context.excluded();
    this.gradients = context.gradients();
    this.inference = context.isInference();
    this.modes = context.modes();
  }

  /** Restores the stored parts. */
  @Override
  public void close() {
    context.setKeys(
        (parts & INCLUDED) != 0 ? included : context.included(),
        (parts & EXCLUDED) != 0 ? excluded : context.excluded());
    if ((parts & GRADIENTS) != 0) {
      context.setGradients(gradients, inference);
    }
    if ((parts & MODES) != 0) {
      context.setModes(modes);
    }
  }
}
