package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a script's own kernels throw. */
final class ScriptFailure extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String step; // null if the chain of kernels became too long

  private ScriptFailure(String message, String step) {
    super(message);
    this.step = step;
  }

  /** The kernel of {@code step} throws because the script says so. */
  static ScriptFailure thrownBy(String step) {
    return new ScriptFailure("the kernel of step " + step + " throws", step);
  }

  /** The chain of kernels is longer than recorded ones may be. */
  static ScriptFailure tooDeep() {
    return new ScriptFailure("the chain of kernels is too long", null);
  }

  ObjectNode tell(ObjectNode node) {
    return step == null
        ? node.put("kind", "too_deep")
        : node.put("kind", "kernel_threw").put("step", step);
  }
}
