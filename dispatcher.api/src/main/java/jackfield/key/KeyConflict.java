package jackfield.key;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** A kernel names another key than the library that it is registered through. */
public final class KeyConflict extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final DispatchKey kernelKey;
  private final DispatchKey libraryKey;

  /**
   * Creates the error.
   *
   * @param place what the library is and where it was opened
   */
  public KeyConflict(String operator, DispatchKey kernelKey, DispatchKey libraryKey, String place) {
    super(
        new ErrorText(operator + ": the kernel is for " + kernelKey + ", its library for another")
            .part("asked", "a kernel for " + kernelKey)
            .part("found", place + " for " + libraryKey)
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

  /** Returns the key that the kernel names. */
  public DispatchKey kernelKey() {
    return kernelKey;
  }

  /** Returns the library's key. */
  public DispatchKey libraryKey() {
    return libraryKey;
  }
}
