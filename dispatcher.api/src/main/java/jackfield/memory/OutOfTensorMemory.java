package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.Arrays;

/**
 * Reports that the memory budget does not allow an allocation, after caches were trimmed and a
 * collection was forced.
 */
public final class OutOfTensorMemory extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final long requestedBytes;
  private final long takenBytes;
  private final long budgetBytes;

  /**
   * Creates the error of a memory without a setting for its budget.
   *
   * @param waitingBytes the taken bytes that become free when running calls end
   * @param largestBytes the sizes of the largest holders
   */
  public OutOfTensorMemory(
      long requestedBytes,
      long takenBytes,
      long waitingBytes,
      long budgetBytes,
      long[] largestBytes) {
    this(
        requestedBytes,
        takenBytes,
        waitingBytes,
        budgetBytes,
        largestBytes,
        "work in a Scope, or close tensors");
  }

  /**
   * Creates the error.
   *
   * @param waitingBytes the taken bytes that become free when running calls end
   * @param largestBytes the sizes of the largest holders
   * @param advice what to try, such as the setting that raises the budget
   */
  public OutOfTensorMemory(
      long requestedBytes,
      long takenBytes,
      long waitingBytes,
      long budgetBytes,
      long[] largestBytes,
      String advice) {
    super(
        new ErrorText("out of tensor memory")
            .part("asked", requestedBytes + " bytes")
            .part("found", found(takenBytes, waitingBytes, budgetBytes))
            .part("available", "largest holders, in bytes: " + Arrays.toString(largestBytes))
            .part("try", advice)
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

  /** Returns the requested size in bytes. */
  public long requestedBytes() {
    return requestedBytes;
  }

  /** Returns the bytes taken from the system. */
  public long takenBytes() {
    return takenBytes;
  }

  /** Returns the bytes that may be taken, without those that wait for running calls to end. */
  public long budgetBytes() {
    return budgetBytes;
  }
}
