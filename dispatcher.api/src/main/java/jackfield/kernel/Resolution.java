package jackfield.kernel;

/**
 * Who serves one slot of a dispatch table, and why.
 *
 * @param kernel what runs; never null, a missing kernel is one that reports so
 * @param reason why this one
 * @param provenance who registered it, or null if nobody did
 */
public record Resolution(KernelFunction kernel, Reason reason, Provenance provenance) {
  /** Why a kernel serves a slot; in words as C10 has them. */
  public enum Reason {
    /** Registered for the key itself. */
    KERNEL("kernel"),
    /** Registered for all backends, with gradients of its own. */
    DEFAULT_BACKEND("default backend kernel"),
    /** Composed for nested tensors. */
    NESTED("nested kernel"),
    /** Composed of other operators, while a backend of AutogradOther has a kernel of its own. */
    AMBIGUOUS_AUTOGRAD_OTHER("ambiguous autogradother"),
    /** Composed of other operators. */
    MATH("math kernel"),
    /** Registered for all autograd keys. */
    AUTOGRAD("autograd kernel"),
    /** Composed for batches. */
    BATCHED("batched kernel"),
    /** Registered for the key and every operator. */
    BACKEND_FALLBACK("backend fallback"),
    /** Nobody registered one, and the key is one that calls pass by then. */
    TRANSPARENT("transparent"),
    /** Nobody registered one. */
    MISSING("missing");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** Returns whether calls find a kernel, be it the one that reports an ambiguity. */
    public boolean isServed() {
      return this != MISSING && this != TRANSPARENT;
    }

    /** Returns the reason in words. */
    @Override
    public String toString() {
      return words;
    }
  }
}
