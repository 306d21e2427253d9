package jackfield.tensor;

/**
 * Where a gradient flows: into one input of a node that runs backwards, which is one output of the
 * operator that was recorded, and how the gradient has to look there.
 *
 * <p>Each tensor keeps the edge that it was computed through, so recording a use of it makes no new
 * one.
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
   * @param input which of the node's inputs the gradient of {@code output} is
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

  /** Returns which of the node's inputs the gradient is. */
  public int input() {
    return input;
  }

  /** Returns the element type that the gradient has to have. */
  public DType dtype() {
    return dtype;
  }

  /** Returns the sizes that the gradient has to have; not to be written to. */
  public long[] sizes() {
    return sizes;
  }
}
