package jackfield.tools.fuzz.operator;

import jackfield.tools.fuzz.operator.argument.Case;

/** A finding of the oracle about a call; caught by the code that knows the case. */
public final class Wrong extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String kind;

  public Wrong(String kind, String says) {
    super(says, null, false, false);
    this.kind = kind;
  }

  /** Returns the finding for a call that ended with an untyped throwable. */
  public static Wrong untyped(Throwable error, String where) {
    StackTraceElement[] trace = error.getStackTrace();
    String at = trace.length == 0 ? "nowhere" : trace[0].toString();
    return new Wrong(
        "untyped " + error.getClass().getSimpleName(), error + " at " + at + ", by " + where);
  }

  public String kind() {
    return kind;
  }

  Failure of(Case call) {
    return new Failure(kind, getMessage(), call);
  }
}
