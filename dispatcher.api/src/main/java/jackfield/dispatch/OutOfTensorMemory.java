package jackfield.dispatch;

import java.util.Arrays;

/** The budget of bytes does not allow an allocation, after caches were trimmed and collected. */
public final class OutOfTensorMemory extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final long requestedBytes;
  private final long takenBytes;
  private final long budgetBytes;

  /** Creates the error; {@code largestBytes} are the sizes of the largest holders. */
  public OutOfTensorMemory(
      long requestedBytes, long takenBytes, long budgetBytes, long[] largestBytes) {
    super(
        new FourBeats("out of tensor memory")
            .beat("asked", requestedBytes + " bytes")
            .beat("found", takenBytes + " of " + budgetBytes + " bytes taken")
            .beat("available", "largest holders, in bytes: " + Arrays.toString(largestBytes))
            .beat("try", "work in a Scope, close tensors, or raise -Djackfield.memory.budget")
            .toString());
    this.requestedBytes = requestedBytes;
    this.takenBytes = takenBytes;
    this.budgetBytes = budgetBytes;
  }

  /** Returns the size that was asked for. */
  public long requestedBytes() {
    return requestedBytes;
  }

  /** Returns what was taken from the system. */
  public long takenBytes() {
    return takenBytes;
  }

  /** Returns what may be taken. */
  public long budgetBytes() {
    return budgetBytes;
  }
}
