package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * A bundle was to leave whose memory tensors are in, and the memory's policy is to stay then; it
 * serves as before.
 */
public final class MemoryInUse extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String bundle;
  private final int tensors;
  private final long sizeBytes;

  /**
   * Creates the error.
   *
   * @param action what was asked for: {@code unplug}, {@code swap} or {@code update}
   * @param bundle the bundle that stays
   * @param tensors how many tensors are in its memory
   * @param sizeBytes how much of it they hold
   */
  public MemoryInUse(String action, String bundle, int tensors, long sizeBytes) {
    super(
        new ErrorText(action + " " + bundle + ": it stays, and serves as before")
            .part(
                "found",
                "%d tensors hold %d bytes of its memory, whose policy is VETO"
                    .formatted(tensors, sizeBytes))
            .part("try", "close them or let go of them, or move them, as with to(\"cpu\")")
            .toString());
    this.bundle = bundle;
    this.tensors = tensors;
    this.sizeBytes = sizeBytes;
  }

  /** Returns the bundle that stays. */
  public String bundle() {
    return bundle;
  }

  /** Returns how many tensors are in its memory. */
  public int tensors() {
    return tensors;
  }

  /** Returns how many bytes of its memory they hold. */
  public long sizeBytes() {
    return sizeBytes;
  }
}
