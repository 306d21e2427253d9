package jackfield.tensor;

import jackfield.memory.Storage;

/**
 * A step of a recorded computation, to be run backwards: a formula's number in the cell of the
 * autograd bundle that recorded it, never code of that bundle. Where the gradient of a leaf arrives
 * is a node too, which has no formula and needs no bundle.
 *
 * <p>Saved values are {@link SavedTensor}s, other nodes that this one runs, and plain values. The
 * first two are let go by {@link #release}.
 *
 * <p><em>Threads</em>: filled by the thread that records, then read by the one that runs backwards.
 */
public final class GradientNode {
  private static final GradientEdge[] NOWHERE = {};

  private final GradientRuntime runtime; // null for the gradient of a leaf
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

  /** Creates the node where the gradient of {@code leaf} arrives; it runs before all others. */
  public static GradientNode ofLeaf(Tensor leaf) {
    return new GradientNode(null, 0, 1, Long.MAX_VALUE, NOWHERE, leaf);
  }

  /** Returns the leaf whose gradient arrives here, or null if this runs a formula. */
  public Tensor leaf() {
    return runtime == null ? (Tensor) saved[0] : null;
  }

  /** Returns the cell of the bundle that recorded this, null for the gradient of a leaf. */
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
    return runtime == null ? "leaf" : runtime.formulaName(formula);
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

  /** Returns whether a saved tensor, of this node or of one inside, looks into {@code storage}. */
  public boolean holds(Storage storage) {
    for (Object value : saved) {
      boolean found =
          switch (value) {
            case SavedTensor(Tensor tensor, int _) -> tensor != null && tensor.storage() == storage;
            case GradientNode inner -> inner.holds(storage);
            case null, default -> false;
          };
      if (found) {
        return true;
      }
    }
    return false;
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
