package jackfield.backend.cuda.driver.matrix;

/** A status of the library other than success; never leaves this package. */
final class LtRefusal extends Exception {
  private static final long serialVersionUID = 1;
  static final int NOT_INITIALIZED = 1; // statuses
  static final int ALLOC_FAILED = 3;
  static final int INVALID_VALUE = 7;
  static final int NOT_SUPPORTED = 15;
  final int status;

  /** Returns whether a function that ended with a status has added nothing to a stream's work. */
  static boolean isRefusal(int status) {
    return status == NOT_INITIALIZED
        || status == ALLOC_FAILED
        || status == INVALID_VALUE
        || status == NOT_SUPPORTED;
  }

  LtRefusal(int status) {
    super("status " + status, null, false, false);
    this.status = status;
  }
}
