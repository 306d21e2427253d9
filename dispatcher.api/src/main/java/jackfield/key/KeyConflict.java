package jackfield.key;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports that a kernel has another key than its library. */
public final class KeyConflict extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final DispatchKey kernelKey;
  private final DispatchKey libraryKey;

  /**
   * Creates the error.
   *
   * @param library the library's kind and where it was opened
   */
  public KeyConflict(
      String operator, DispatchKey kernelKey, DispatchKey libraryKey, String library) {
    super(
        new ErrorText(operator + ": the kernel is for " + kernelKey + ", its library for another")
            .part("asked", "a kernel for " + kernelKey)
            .part("found", library + " for " + libraryKey)
            .part("try", "open a library for " + kernelKey + " and register the kernel there")
            .toString());
    this.operator = operator;
    this.kernelKey = kernelKey;
    this.libraryKey = libraryKey;
  }

  /** Returns the operator. */
  public String operator() {
    return operator;
  }

  /** Returns the kernel's key. */
  public DispatchKey kernelKey() {
    return kernelKey;
  }

  /** Returns the library's key. */
  public DispatchKey libraryKey() {
    return libraryKey;
  }
}
