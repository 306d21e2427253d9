package jackfield.tensor;

import jackfield.error.JackfieldException;

/** Reports a meaningless use of gradients, such as running a graph backwards twice. */
public final class AutogradMisuse extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The rules that can be broken. */
  public enum Kind {
    /** The saved values of the graph were released by an earlier backward. */
    BACKWARD_TWICE,
    /** No start gradient was given for an output of several elements. */
    NON_SCALAR,
    /** An in-place change of a leaf that requires gradients, or of a view of one. */
    LEAF_IN_PLACE,
    /** A value that a formula needs was changed in place after it was saved. */
    MODIFIED_SAVED,
    /** The element type is neither floating nor complex. */
    NOT_FLOATING,
    /** The tensor does not require gradients and was not computed from tensors that do. */
    NO_GRAPH,
    /** An input was not used in the graph of the outputs. */
    UNUSED,
    /** An in-place change of one of several views created by one operator. */
    MULTI_VIEW_IN_PLACE,
    /** An in-place change of a view created while gradients were off. */
    NO_GRAD_VIEW_IN_PLACE,
    /** An inference tensor was used where gradients are recorded. */
    INFERENCE,
    /** A change of the flag of a tensor that is not a leaf. */
    NOT_LEAF_FLAG,
    /** A gradient and its output differ in shape. */
    GRAD_SHAPE,
    /** A gradient and its leaf are on different devices. */
    GRAD_DEVICE,
    /** An in-place detach of a view. */
    DETACH_VIEW,
    /** The operator has no gradient formula. */
    NOT_DIFFERENTIABLE
  }

  private final Kind kind;

  /** Creates the error; {@code problem} states what was asked and found. */
  public AutogradMisuse(Kind kind, String problem) {
    super(problem);
    this.kind = kind;
  }

  /** Returns the rule that was broken. */
  public Kind kind() {
    return kind;
  }
}
