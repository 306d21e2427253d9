package jackfield.backend.cuda.driver.matrix;

/** A status of the library other than success; never leaves this package. */
final class LtRefusal extends Exception {
  private static final long serialVersionUID = 1;
  final int status;

  LtRefusal(int status) {
    super("status " + status, null, false, false);
    this.status = status;
  }
}
