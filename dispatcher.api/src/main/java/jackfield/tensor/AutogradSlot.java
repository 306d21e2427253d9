package jackfield.tensor;

import jackfield.dispatch.AutogradMisuse;

/**
 * What autograd knows of one tensor. It holds types of this bundle only, so that tensors outlive
 * any autograd bundle.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class AutogradSlot {
  private boolean requested; // by the user, on a leaf
  private Tensor grad;
  private GradientNode node; // null on a leaf
  private int outputNumber;
  private GradientNode accumulator; // a leaf's sink, made on first use
  private ViewOrigin view; // null unless the tensor is a differentiable view

  AutogradSlot() {}

  /** Returns whether gradients flow into or through the tensor. */
  public boolean requiresGrad() {
    return requested || node != null;
  }

  /** Returns whether the tensor was not computed from others that require gradients. */
  public boolean isLeaf() {
    return node == null;
  }

  void requestGradient(Tensor tensor) {
    if (!tensor.dtype().isFloating() && !tensor.dtype().isComplex()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_FLOATING,
          "only floating and complex tensors can require gradients, found " + tensor);
    }
    requested = true;
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

  /** Returns the node that computed the tensor, or null on a leaf. */
  public GradientNode node() {
    return node;
  }

  /** Returns which output of {@link #node} the tensor is. */
  public int outputNumber() {
    return outputNumber;
  }

  /** Records that the tensor is output {@code number} of {@code origin}. */
  public void attach(GradientNode origin, int number) {
    node = origin;
    outputNumber = number;
  }

  /** Returns the node that adds to {@link #grad}, or null if none was needed so far. */
  public GradientNode accumulator() {
    return accumulator;
  }

  /** Remembers the node that adds to {@link #grad}. */
  public void setAccumulator(GradientNode sink) {
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
}
