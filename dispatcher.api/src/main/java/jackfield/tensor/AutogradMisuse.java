package jackfield.tensor;

import jackfield.error.JackfieldException;

/** A use of gradients that has no meaning, such as running a graph backwards twice. */
public final class AutogradMisuse extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The rules that can be broken. */
  public enum Kind {
    /** The saved values of the graph were released by an earlier backward. */
    BACKWARD_TWICE,
    /** A gradient was not given for an output of several elements. */
    NON_SCALAR,
    /** A leaf that requires gradients, or a view of one, was to be changed in place. */
    LEAF_IN_PLACE,
    /** A value that a formula needs was changed in place after it was saved. */
    MODIFIED_SAVED,
    /** The element type is neither floating nor complex. */
    NOT_FLOATING,
    /** The tensor does not require gradients and was computed from none that does. */
    NO_GRAPH,
    /** An input was not used in the graph of the outputs. */
    UNUSED,
    /** One of several views made by one operator was to be changed in place. */
    MULTI_VIEW_IN_PLACE,
    /** A view made while gradients were off was to be changed in place. */
    NO_GRAD_VIEW_IN_PLACE,
    /** An inference tensor was used where gradients are recorded. */
    INFERENCE,
    /** The flag of a tensor that is no leaf was to be changed. */
    NOT_LEAF_FLAG,
    /** A gradient has another shape than its output. */
    GRAD_SHAPE,
    /** A view was to be detached in place. */
    DETACH_VIEW,
    /** The operator has no formula. */
    NOT_DIFFERENTIABLE
  }

  private final Kind kind;

  /** Creates the error; {@code problem} says what was asked and found. */
  public AutogradMisuse(Kind kind, String problem) {
    super(problem);
    this.kind = kind;
  }

  /** Returns the rule that was broken. */
  public Kind kind() {
    return kind;
  }
}
