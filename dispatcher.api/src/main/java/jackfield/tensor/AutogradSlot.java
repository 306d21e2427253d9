package jackfield.tensor;

/**
 * What autograd knows of one tensor. It holds types of this bundle only, so that tensors outlive
 * any autograd bundle.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class AutogradSlot {
  private boolean requested; // by the user, on a leaf
  private Tensor grad;
  private GradientEdge edge; // null on a leaf
  private GradientEdge accumulator; // a leaf's sink, made on first use
  private ViewOrigin view; // null unless the tensor is a differentiable view

  AutogradSlot() {}

  /**
   * Returns whether gradients flow into or through the tensor; into a view they do whenever they
   * flow into its base.
   */
  public boolean requiresGrad() {
    return requested || edge != null || (view != null && view.base().requiresGrad());
  }

  /** Returns whether the user asked for a gradient of this very tensor. */
  public boolean isRequested() {
    return requested;
  }

  /** Sets whether gradients are wanted for a leaf. */
  public void setRequested(boolean wanted) {
    requested = wanted;
  }

  /** Returns the accumulated gradient, or null. */
  public Tensor grad() {
    return grad;
  }

  /** Replaces the accumulated gradient; null forgets it. */
  public void setGrad(Tensor gradient) {
    grad = gradient;
  }

  /**
   * Returns where the tensor's gradient flows, or null on a leaf. That of a view whose base was
   * changed in place since is stale, see {@link Autograd#edge}.
   */
  public GradientEdge edge() {
    return edge;
  }

  /** Records through which edge the tensor was computed; null makes it a leaf. */
  public void setEdge(GradientEdge origin) {
    edge = origin;
  }

  /** Returns the edge that adds to {@link #grad}, or null if none was needed so far. */
  public GradientEdge accumulator() {
    return accumulator;
  }

  /** Remembers the edge that adds to {@link #grad}. */
  public void setAccumulator(GradientEdge sink) {
    accumulator = sink;
  }

  /** Returns what the tensor is a view of, or null. */
  public ViewOrigin view() {
    return view;
  }

  /** Records what the tensor is a view of. */
  public void setView(ViewOrigin origin) {
    view = origin;
  }

  /** Returns whether the view was changed through its base, or another view, since its edge. */
  public boolean isStale(Tensor tensor) {
    return view != null
        && view.attachedVersion() != tensor.version()
        && (edge != null || view.base().requiresGrad());
  }
}
