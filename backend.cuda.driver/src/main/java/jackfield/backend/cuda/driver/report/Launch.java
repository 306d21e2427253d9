package jackfield.backend.cuda.driver.report;

/**
 * A kernel as errors name it.
 *
 * @param kernel the name of the kernel
 * @param operator the operator that the kernel serves
 * @param bundle the bundle that the kernel belongs to
 */
public record Launch(String kernel, String operator, String bundle) {
  @Override
  public String toString() {
    return kernel + " of " + operator + " (" + bundle + ")";
  }
}
