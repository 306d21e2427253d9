package jackfield.tensor;

import jackfield.memory.Storage;
import java.util.Arrays;

/**
 * A step of a recorded computation that can run backwards. It refers to a formula by number, in the
 * cell of the autograd bundle that recorded it, and never holds code of that bundle. The sink for
 * the gradient of a leaf is a node too; it has no formula and needs no bundle.
 *
 * <p>Saved values are {@link SavedTensor}s, inner nodes that this node runs, and plain values.
 * {@link #release} drops the first two.
 *
 * <p><em>Threads</em>: the recording thread fills it; then the thread that runs backwards reads it.
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
   * @param formula the formula's number in {@code runtime}
   * @param gradients the number of gradients that flow in, one per recorded output
   * @param sequence the order of recording; later nodes run earlier
   * @param next the edge for the gradient of each input; null entries for inputs without one
   * @param saved the values that the formula needs
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

  /** Creates the node that receives the gradient of {@code leaf}; it runs before all others. */
  public static GradientNode ofLeaf(Tensor leaf) {
    return new GradientNode(null, 0, 1, Long.MAX_VALUE, NOWHERE, leaf);
  }

  /** Returns the leaf whose gradient this node receives, or null if it runs a formula. */
  public Tensor leaf() {
    return runtime == null ? (Tensor) saved[0] : null;
  }

  /** Returns the cell of the recording bundle, null for the gradient of a leaf. */
  public GradientRuntime runtime() {
    return runtime;
  }

  /** Returns the formula's number. */
  public int formula() {
    return formula;
  }

  /** Returns the number of gradients that flow in. */
  public int gradients() {
    return gradients;
  }

  /** Returns the order of recording. */
  public long sequence() {
    return sequence;
  }

  /** Returns the edge for the gradient of each input, null entries for inputs without one. */
  public GradientEdge[] next() {
    return next;
  }

  /** Returns the name of the formula, such as {@code mul.Tensor}, for display. */
  public String name() {
    return runtime == null ? "leaf" : runtime.formulaName(formula);
  }

  /** Sets the saved value at {@code index}; for values that exist only after the operator ran. */
  public void save(int index, Object value) {
    saved[index] = value;
  }

  /** Returns the plain value at {@code index}, null for none. */
  public Object value(int index) {
    return saved[index];
  }

  /**
   * Returns the saved tensor at {@code index}, null for none.
   *
   * @throws AutogradMisuse if it was released, or changed in place after it was saved
   */
  public Tensor tensor(int index) {
    return ((SavedTensor) present(index)).unpack(this);
  }

  /**
   * Returns the saved list of tensors at {@code index}; elements are null for absent tensors.
   *
   * @throws AutogradMisuse if it was released, or one of them changed in place after it was saved
   */
  public Tensor[] tensors(int index) {
    SavedTensor[] list = (SavedTensor[]) present(index);
    Tensor[] tensors = new Tensor[list.length];
    for (int i = 0; i < tensors.length; i++) {
      tensors[i] = list[i].unpack(this);
    }
    return tensors;
  }

  /**
   * Returns the saved node at {@code index}.
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
              + "; retain the graph in the earlier backward");
    }
    return value;
  }

  /** Returns whether a saved tensor of this node or an inner node uses {@code storage}. */
  public boolean holds(Storage storage) {
    for (Object value : saved) {
      boolean found =
          switch (value) {
            case SavedTensor one -> uses(one, storage);
            case SavedTensor[] list -> Arrays.stream(list).anyMatch(one -> uses(one, storage));
            case GradientNode inner -> inner.holds(storage);
            case null, default -> false;
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  private static boolean uses(SavedTensor saved, Storage storage) {
    return saved.tensor() != null && saved.tensor().storage() == storage;
  }

  /** Drops the saved tensors and nodes. */
  public void release() {
    for (int i = 0; i < saved.length; i++) {
      if (saved[i] instanceof GradientNode inner) {
        inner.release();
        saved[i] = null;
      } else if (saved[i] instanceof SavedTensor || saved[i] instanceof SavedTensor[]) {
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
