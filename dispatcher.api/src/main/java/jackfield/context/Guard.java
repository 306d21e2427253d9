package jackfield.context;

import jackfield.error.InvalidArgument;

/**
 * A temporary change of a thread's {@link DispatchContext}. Closing the guard restores the changed
 * parts as a whole, whatever was set inside. If guards inside it are still open, it closes them and
 * restores all parts.
 *
 * <p><em>Threads</em>: closed by the thread that created it.
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

  private static final int ALL = INCLUDED | EXCLUDED | GRADIENTS | MODES;

  private final DispatchContext context;
  private final int parts;
  private final long number; // of this guard among those of its thread
  private final int depth; // the number of guards that were open, with this one
  private final long included;
  private final long excluded;
  private final boolean gradients;
  private final boolean inference;
  private final Object modes;

  /** Stores {@code parts} of {@code context}, before they are changed. */
  Guard(DispatchContext context, int parts) {
    this.context = context;
    this.parts = parts;
    this.number = context.open();
    this.depth = context.openGuards();
    this.included = context.included();
    this.excluded = context.excluded();
    this.gradients = context.gradients();
    this.inference = context.isInference();
    this.modes = context.modes();
  }

  /**
   * Restores the stored parts. Does nothing if it is closed, or a guard around it is.
   *
   * @throws InvalidArgument on a thread that did not create it; nothing changes
   */
  @Override
  public void close() {
    if (context.thread() != Thread.currentThread()) {
      throw foreign(context.thread());
    }
    if (context.isOpen(depth, number)) {
      boolean isInnermost = depth == context.openGuards();
      context.close(depth);
      restore(isInnermost ? parts : ALL);
    }
  }

  private void restore(int changed) {
    context.setKeys(
        (changed & INCLUDED) != 0 ? included : context.included(),
        (changed & EXCLUDED) != 0 ? excluded : context.excluded());
    if ((changed & GRADIENTS) != 0) {
      context.setGradients(gradients, inference);
    }
    if ((changed & MODES) != 0) {
      context.setModes(modes);
    }
  }

  private static InvalidArgument foreign(Thread creator) {
    return new InvalidArgument(
        "Guard.close",
        "thread",
        "%s did not create the guard, %s did; close it there, with try (Guard _ = …)"
            .formatted(Thread.currentThread(), creator));
  }
}
