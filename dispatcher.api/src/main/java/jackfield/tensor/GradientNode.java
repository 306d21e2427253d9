package jackfield.tensor;

/**
 * A step of a recorded computation, to be run backwards: a formula's number in the cell of the
 * autograd bundle that recorded it, never code of that bundle.
 *
 * <p><em>Threads</em>: filled by the thread that records, then read by the one that runs backwards.
 */
public final class GradientNode {
  private final GradientRuntime runtime;
  private final int formula;
  private final long sequence;
  private GradientEdge[] next; // replaced when an in-place change rebases a history
  private Object[] saved; // null once released

  /**
   * Creates a node.
   *
   * @param formula the number that {@code runtime} knows the formula by
   * @param sequence the order of recording; later nodes run earlier
   * @param next where the gradient of each input goes; null entries for inputs without
   * @param saved values that the formula needs
   */
  public GradientNode(
      GradientRuntime runtime, int formula, long sequence, GradientEdge[] next, Object[] saved) {
    this.runtime = runtime;
    this.formula = formula;
    this.sequence = sequence;
    this.next = next;
    this.saved = saved;
  }

  /** Returns the cell of the bundle that recorded this. */
  public GradientRuntime runtime() {
    return runtime;
  }

  /** Returns the formula's number. */
  public int formula() {
    return formula;
  }

  /** Returns the order of recording. */
  public long sequence() {
    return sequence;
  }

  /** Returns where the gradient of each input goes. */
  public GradientEdge[] next() {
    return next;
  }

  /** Replaces where the gradients go. */
  public void setNext(GradientEdge[] edges) {
    next = edges;
  }

  /** Returns the saved values, or null once they were released. */
  public Object[] saved() {
    return saved;
  }

  /** Lets the saved values go. */
  public void release() {
    saved = null;
  }
}
