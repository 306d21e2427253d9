package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports the use of a tensor after its memory was released. */
public final class TensorClosed extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final long sizeBytes;

  /** Creates the error for a storage of {@code sizeBytes} bytes. */
  public TensorClosed(long sizeBytes) {
    super(
        new ErrorText("the tensor is closed")
            .part("found", "its storage of " + sizeBytes + " bytes was released")
            .part("try", "Scope.keep for a tensor that must outlive a scope, or close it later")
            .toString());
    this.sizeBytes = sizeBytes;
  }

  /** Returns the size of the storage in bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }
}
