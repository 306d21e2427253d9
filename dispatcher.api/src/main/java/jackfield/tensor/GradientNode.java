package jackfield.tensor;

import jackfield.dispatch.AutogradMisuse;

/**
 * A step of a recorded computation, to be run backwards: a formula's number in the cell of the
 * autograd bundle that recorded it, never code of that bundle.
 *
 * <p>Saved values are {@link SavedTensor}s, other nodes that this one runs, and plain values. The
 * first two are let go by {@link #release}.
 *
 * <p><em>Threads</em>: filled by the thread that records, then read by the one that runs backwards.
 */
public final class GradientNode {
  private final GradientRuntime runtime;
  private final int formula;
  private final int gradients;
  private final long sequence;
  private final GradientEdge[] next;
  private final Object[] saved;

  /**
   * Creates a node.
   *
   * @param formula the number that {@code runtime} knows the formula by
   * @param gradients how many gradients flow in: the number of recorded outputs
   * @param sequence the order of recording; later nodes run earlier
   * @param next where the gradient of each input goes; null entries for inputs without
   * @param saved values that the formula needs
   */
  public GradientNode(
      GradientRuntime runtime,
      int formula,
      int gradients,
      long sequence,
      GradientEdge[] next,
      Object... saved) {
    this.runtime = runtime;
    this.formula = formula;
    this.gradients = gradients;
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

  /** Returns how many gradients flow in. */
  public int gradients() {
    return gradients;
  }

  /** Returns the order of recording. */
  public long sequence() {
    return sequence;
  }

  /** Returns where the gradient of each input goes, null entries for inputs without. */
  public GradientEdge[] next() {
    return next;
  }

  /** Returns what the formula belongs to, such as {@code mul.Tensor}, for people. */
  public String name() {
    return runtime.formulaName(formula);
  }

  /** Replaces the value at {@code index}; for values that exist only after the operator ran. */
  public void save(int index, Object value) {
    saved[index] = value;
  }

  /** Returns the plain value at {@code index}, null for none. */
  public Object value(int index) {
    return saved[index];
  }

  /**
   * Returns the tensor that was saved at {@code index}, null for none.
   *
   * @throws AutogradMisuse if it was released, or changed in place since
   */
  public Tensor tensor(int index) {
    return ((SavedTensor) present(index)).unpack(this);
  }

  /**
   * Returns the node that was saved at {@code index}.
   *
   * @throws AutogradMisuse if it was released
   */
  public GradientNode node(int index) {
    return (GradientNode) present(index);
  }

  private Object present(int index) {
    Object value = saved[index];
    if (value == null) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.BACKWARD_TWICE,
          "the values that the gradient of %s needs were released by an earlier backward"
                  .formatted(name())
              + "; let that one retain the graph");
    }
    return value;
  }

  /** Lets saved tensors and nodes go. */
  public void release() {
    for (int i = 0; i < saved.length; i++) {
      if (saved[i] instanceof GradientNode inner) {
        inner.release();
        saved[i] = null;
      } else if (saved[i] instanceof SavedTensor) {
        saved[i] = null;
      }
    }
  }

  /** Returns the name of the formula. */
  @Override
  public String toString() {
    return name();
  }
}
