package jackfield.dispatch;

import java.util.Arrays;

/** The budget of bytes does not allow an allocation, after caches were trimmed and collected. */
public final class OutOfTensorMemory extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final long requestedBytes;
  private final long takenBytes;
  private final long budgetBytes;

  /**
   * Creates the error.
   *
   * @param waitingBytes of those taken, what is free as soon as the calls that are running end
   * @param largestBytes the sizes of the largest holders
   */
  public OutOfTensorMemory(
      long requestedBytes,
      long takenBytes,
      long waitingBytes,
      long budgetBytes,
      long[] largestBytes) {
    super(
        new FourBeats("out of tensor memory")
            .beat("asked", requestedBytes + " bytes")
            .beat("found", found(takenBytes, waitingBytes, budgetBytes))
            .beat("available", "largest holders, in bytes: " + Arrays.toString(largestBytes))
            .beat("try", "work in a Scope, close tensors, or raise -Djackfield.memory.budget")
            .toString());
    this.requestedBytes = requestedBytes;
    this.takenBytes = takenBytes;
    this.budgetBytes = budgetBytes;
  }

  private static String found(long takenBytes, long waitingBytes, long budgetBytes) {
    String found = takenBytes + " bytes taken of " + budgetBytes;
    return waitingBytes == 0
        ? found
        : found + ", of which " + waitingBytes + " wait for running calls to end";
  }

  /** Returns the size that was asked for. */
  public long requestedBytes() {
    return requestedBytes;
  }

  /** Returns what was taken from the system. */
  public long takenBytes() {
    return takenBytes;
  }

  /** Returns what may be taken, without what waits for running calls to end. */
  public long budgetBytes() {
    return budgetBytes;
  }
}
