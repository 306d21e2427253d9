package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports that the JVM was started without a flag that the request needs. */
public final class MissingJvmFlag extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String action;
  private final String flag;

  MissingJvmFlag(String action, String flag, String problem, String available, Throwable cause) {
    super(
        new ErrorText(action + ": failed, a flag of the JVM is missing; nothing has changed")
            .part("found", problem)
            .part("available", available)
            .part("try", "java " + flag + " …, or set JDK_JAVA_OPTIONS=" + flag)
            .toString(),
        cause);
    this.action = action;
    this.flag = flag;
  }

  /** Returns what was requested, such as {@code plug backend.cpu}. */
  public String action() {
    return action;
  }

  /** Returns the missing flag, as it stands on the command line of {@code java}. */
  public String flag() {
    return flag;
  }
}
