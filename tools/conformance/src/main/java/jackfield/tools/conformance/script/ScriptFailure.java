package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Thrown by a script's own kernels. */
final class ScriptFailure extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String step; // null if the chain of kernels became too long

  private ScriptFailure(String message, String step) {
    super(message);
    this.step = step;
  }

  /** Returns the error of {@code step}, whose kernel throws because the script demands it. */
  static ScriptFailure thrownBy(String step) {
    return new ScriptFailure("the kernel of step " + step + " throws", step);
  }

  /** Returns the error of a chain of kernels that is longer than any recorded one. */
  static ScriptFailure tooDeep() {
    return new ScriptFailure("the chain of kernels is too long", null);
  }

  ObjectNode tell(ObjectNode node) {
    return step == null
        ? node.put("kind", "too_deep")
        : node.put("kind", "kernel_threw").put("step", step);
  }
}
