package jackfield.kernel;

/**
 * The kernel of one slot of a dispatch table, its provider and the reason.
 *
 * @param kernel the kernel; never null, since a missing kernel is one that reports the error
 * @param reason why this kernel was chosen
 * @param provenance the provider, or null if there is none
 */
public record Resolution(KernelFunction kernel, Reason reason, Provenance provenance) {
  /** Why a kernel is active in a slot; the texts are those of C10. */
  public enum Reason {
    /** Registered for the key itself. */
    KERNEL("kernel"),
    /** Registered for all backends, with a gradient formula of its own. */
    DEFAULT_BACKEND("default backend kernel"),
    /** A composite kernel for nested tensors. */
    NESTED("nested kernel"),
    /** A composite kernel, while a backend of AutogradOther has a kernel of its own. */
    AMBIGUOUS_AUTOGRAD_OTHER("ambiguous autogradother"),
    /** A composite kernel. */
    MATH("math kernel"),
    /** Registered for all autograd keys. */
    AUTOGRAD("autograd kernel"),
    /** A composite kernel for batches. */
    BATCHED("batched kernel"),
    /** The fallback of the key. */
    BACKEND_FALLBACK("backend fallback"),
    /** None is registered, and calls skip such a key. */
    TRANSPARENT("transparent"),
    /** None is registered. */
    MISSING("missing");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** Returns whether calls find a kernel, including the one that reports an ambiguity. */
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
