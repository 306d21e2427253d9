package jackfield.tools.fuzz.operator;

import jackfield.tools.fuzz.operator.argument.Case;

/** A finding of the oracle about a call; caught by the code that knows the case. */
public final class OracleFinding extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String kind;

  public OracleFinding(String kind, String says) {
    super(says, null, false, false);
    this.kind = kind;
  }

  /** Returns the finding for a call that ended with an untyped throwable. */
  public static OracleFinding untyped(Throwable error, String where) {
    StackTraceElement[] trace = error.getStackTrace();
    String at = trace.length == 0 ? "nowhere" : trace[0].toString();
    return new OracleFinding(
        "untyped " + error.getClass().getSimpleName(), error + " at " + at + ", by " + where);
  }

  public String kind() {
    return kind;
  }

  Failure of(Case call) {
    return new Failure(kind, getMessage(), call);
  }
}
