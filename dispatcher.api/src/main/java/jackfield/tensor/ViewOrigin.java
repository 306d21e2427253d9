package jackfield.tensor;

/**
 * What a differentiable view was made from.
 *
 * @param base the tensor at the bottom, itself no view
 * @param creation how the view came to be, which decides whether it may be changed in place
 * @param attachedVersion the version at which the view's edge was made; at any other it is stale
 */
public record ViewOrigin(Tensor base, Creation creation, int attachedVersion) {
  /** How a view came to be. */
  public enum Creation {
    /** By an ordinary view operator: may be changed in place. */
    DEFAULT,
    /** While gradients were off: may not be changed in place once they are on. */
    IN_NO_GRAD,
    /** As one of several outputs: may not be changed in place. */
    MULTI_OUTPUT,
    /** In inference mode: may not be changed in place outside of it. */
    IN_INFERENCE
  }

  /** Returns what a view of a view that was made in this way is: the stricter of both. */
  public static Creation chained(Creation inner, Creation outer) {
    return outer == Creation.DEFAULT ? inner : outer;
  }

  /** Returns this origin with an edge made at {@code version}. */
  public ViewOrigin attachedAt(int version) {
    return new ViewOrigin(base, creation, version);
  }
}
