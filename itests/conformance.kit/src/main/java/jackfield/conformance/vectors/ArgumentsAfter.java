package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.TensorValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares the arguments after a call with their state before it, or with the state in the vector.
 */
final class ArgumentsAfter {
  private final Arguments arguments;
  private final Map<String, Snapshot> before = new LinkedHashMap<>();

  /** Records the state of {@code arguments}. */
  ArgumentsAfter(Arguments arguments) {
    this.arguments = arguments;
    arguments
        .tensors()
        .forEach((path, tensor) -> before.put(path, Snapshot.of(tensor, arguments.placement())));
  }

  /** Throws {@link Disagreement} if any argument changed. */
  void checkUnchanged() {
    check(MissingNode.getInstance(), Tolerance.EXACT);
  }

  /**
   * Throws {@link Disagreement} if an argument that the vector names is not in the recorded state,
   * or if any other argument changed.
   */
  void check(JsonNode after, Tolerance tolerance) {
    TensorCheck changed =
        new TensorCheck(tolerance, Geometry.WHERE_IT_MATTERS, arguments.placement());
    before.forEach((path, snapshot) -> {
      try {
        if (after.has(path)) {
          changed.check(TensorValue.of(after.get(path)), arguments.tensor(path));
          snapshot.checkUnchangedOutside();
        } else {
          snapshot.checkUnchanged();
        }
      } catch (Disagreement difference) {
        throw difference.in("argument " + path + " afterwards");
      }
    });
  }
}
