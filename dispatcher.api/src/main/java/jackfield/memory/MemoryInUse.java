package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports that a bundle was not removed because tensors are in its memory and the memory's policy
 * is {@link TensorFate#VETO}. The bundle stays active.
 */
public final class MemoryInUse extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String bundle;
  private final int tensors;
  private final long sizeBytes;

  /**
   * Creates the error.
   *
   * @param action the request: {@code unplug}, {@code swap} or {@code update}
   * @param bundle the bundle that stays
   * @param tensors the number of tensors in its memory
   * @param sizeBytes the bytes of its memory that they hold
   */
  public MemoryInUse(String action, String bundle, int tensors, long sizeBytes) {
    super(
        new ErrorText(action + " " + bundle + ": it stays active")
            .part(
                "found",
                "%d tensors hold %d bytes of its memory, whose policy is VETO"
                    .formatted(tensors, sizeBytes))
            .part("try", "close them, drop all references to them, or move them with to(\"cpu\")")
            .toString());
    this.bundle = bundle;
    this.tensors = tensors;
    this.sizeBytes = sizeBytes;
  }

  /** Returns the bundle that stays. */
  public String bundle() {
    return bundle;
  }

  /** Returns the number of tensors in its memory. */
  public int tensors() {
    return tensors;
  }

  /** Returns the number of bytes of its memory that they hold. */
  public long sizeBytes() {
    return sizeBytes;
  }
}
