package jackfield.conformance.derived;

/** The checks that are derived from a recorded functional call. */
public enum Kind {
  /** The in-place form on a contiguous copy of the first argument. */
  IN_PLACE("in place", Refusal.NEVER),
  /** The in-place form, where the result has another type that can be cast to that of self. */
  IN_PLACE_CAST("in place cast", Refusal.ALLOWED),
  /** The in-place form, where the result has another shape or a type that is not castable. */
  IN_PLACE_UNFIT("in place, unfit", Refusal.ALWAYS),
  /** Outputs of the right size. */
  OUT("out", Refusal.NEVER),
  /** Outputs without elements, which are resized. */
  OUT_EMPTY("out empty", Refusal.NEVER),
  /** Outputs of a wrong size, which are resized. */
  OUT_RESIZED("out resized", Refusal.ALLOWED),
  /** Outputs of another type to which the results can be cast. */
  OUT_CAST("out cast", Refusal.ALLOWED),
  /** Outputs of a type to which the results cannot be cast. */
  OUT_UNCASTABLE("out uncastable", Refusal.ALWAYS),
  /** Outputs with gaps between their elements; the gaps must not be written. */
  OUT_STRIDED("out strided", Refusal.NEVER),
  /** An output that is an input itself. */
  OUT_IS_INPUT("out is an input", Refusal.ALLOWED),
  /** An output that overlaps an input by all elements but one. */
  OUT_OVERLAPS("out overlaps", Refusal.ALLOWED),
  /** Arguments of four dimensions in the layout channels_last. */
  CHANNELS_LAST("channels_last", Refusal.NEVER),
  /** Gradients of one result at a time, which must add up to the gradient of all. */
  GRADIENT_OF_RESULT("gradient of one result", Refusal.NEVER),
  /** Gradients where one input at a time requires them. */
  GRADIENT_OF_INPUT("gradient of one input", Refusal.NEVER),
  /** Gradients that are not recorded themselves, which must be those that are. */
  GRADIENT_UNRECORDED("unrecorded gradient", Refusal.NEVER),
  /** Gradients of the in-place form. */
  GRADIENT_IN_PLACE("gradient in place", Refusal.NEVER),
  /** Second derivatives of one gradient or one result at a time, which must add up. */
  SECOND_DERIVATIVE("second derivative of one gradient", Refusal.NEVER);

  /** Whether the call may be refused. */
  enum Refusal {
    NEVER,
    ALLOWED,
    ALWAYS
  }

  private final String words;
  private final Refusal refusal;

  Kind(String words, Refusal refusal) {
    this.words = words;
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }

  /** Returns the name in words. */
  @Override
  public String toString() {
    return words;
  }
}
