package jackfield.backend.cuda.driver.failure;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Tells why no device of NVIDIA can be used on this machine, and what to do about it. */
public final class NoDriver extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String found;
  private final int code;
  private final String remedy;

  /**
   * Creates the error.
   *
   * @param found what is wrong
   * @param code the driver's code; 0 if it gave none
   * @param remedy what to try
   */
  public NoDriver(String found, int code, String remedy) {
    super(
        new ErrorText("no GPU of NVIDIA can be used")
            .part("asked", "the device cuda")
            .part("found", found)
            .part("available", "the device cpu, and everything else")
            .part("try", remedy)
            .toString());
    this.found = found;
    this.code = code;
    this.remedy = remedy;
  }

  /** Returns what is wrong. */
  public String found() {
    return found;
  }

  /** Returns the driver's code; 0 if it gave none. */
  public int code() {
    return code;
  }

  /** Returns what to try. */
  public String remedy() {
    return remedy;
  }
}
