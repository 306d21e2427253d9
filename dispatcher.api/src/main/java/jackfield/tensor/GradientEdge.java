package jackfield.tensor;

/**
 * The target of a gradient: one input of a node that runs backwards, which is one output of the
 * recorded operator. It also has the type and sizes that the gradient must have there.
 *
 * <p>Each tensor keeps the edge through which it was computed, so recording a use of it creates no
 * new edge.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class GradientEdge {
  private final GradientNode node;
  private final int input;
  private final DType dtype;
  private final long[] sizes;

  /**
   * Creates the edge that leads from {@code output} back to {@code node}.
   *
   * @param input the index of the gradient of {@code output} among the node's inputs
   */
  public GradientEdge(GradientNode node, int input, Tensor output) {
    this.node = node;
    this.input = input;
    this.dtype = output.dtype();
    this.sizes = output.sizes();
  }

  /** Returns the receiving node. */
  public GradientNode node() {
    return node;
  }

  /** Returns the index of the gradient among the node's inputs. */
  public int input() {
    return input;
  }

  /** Returns the required element type of the gradient. */
  public DType dtype() {
    return dtype;
  }

  /** Returns the required sizes of the gradient; must not be written. */
  public long[] sizes() {
    return sizes;
  }
}
