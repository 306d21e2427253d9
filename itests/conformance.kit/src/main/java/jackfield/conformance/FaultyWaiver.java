package jackfield.conformance;

/** A line of a file of waivers cannot be parsed. */
public final class FaultyWaiver extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String position;
  private final String line;

  FaultyWaiver(String position, String line, String problem, Throwable cause) {
    super(
        """
        %s: this line waives nothing
          asked  %s
          found  %s
          try    a kind (unsupported or fails), a pattern of names, and a reason, such as
                 unsupported add\\.Tensor-1[67] the device has no complex numbers\
        """
            .formatted(position, line, problem),
        cause);
    this.position = position;
    this.line = line;
  }

  /** Returns the file and the line number. */
  public String position() {
    return position;
  }

  /** Returns the line. */
  public String line() {
    return line;
  }
}
