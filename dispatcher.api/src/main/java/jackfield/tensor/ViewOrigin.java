package jackfield.tensor;

/**
 * What a differentiable view was made from.
 *
 * @param base the tensor at the bottom, itself no view
 * @param creation how the view came to be, which decides whether it may be changed in place
 * @param attachedVersion the version at which the view's node was made
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
    /** In inference mode. */
    INFERENCE
  }
}
