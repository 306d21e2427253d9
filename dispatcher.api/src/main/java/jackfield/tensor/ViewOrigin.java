package jackfield.tensor;

/**
 * The origin of a differentiable view.
 *
 * @param base the base tensor, which is not a view itself
 * @param creation how the view was created, which decides whether it may be changed in place
 * @param attachedVersion the version at which the view's edge was created; at any other the edge is
 *     stale
 */
public record ViewOrigin(Tensor base, Creation creation, int attachedVersion) {
  /** How a view was created. */
  public enum Creation {
    /** By an ordinary view operator; in-place changes are allowed. */
    DEFAULT,
    /** While gradients were off; in-place changes are forbidden once they are on. */
    IN_NO_GRAD,
    /** As one of several outputs; in-place changes are forbidden. */
    MULTI_OUTPUT,
    /** In inference mode; in-place changes are forbidden outside of it. */
    IN_INFERENCE
  }

  /** Returns the creation of a view of a view: the stricter of the two. */
  public static Creation chained(Creation inner, Creation outer) {
    return outer == Creation.DEFAULT ? inner : outer;
  }

  /** Returns this origin with an edge created at {@code version}. */
  public ViewOrigin attachedAt(int version) {
    return new ViewOrigin(base, creation, version);
  }
}
