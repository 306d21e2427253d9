package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.kernel.Operator;
import java.util.List;

/** Calls the operator of a vector and checks everything that the vector records about the call. */
final class CallCheck {
  private final Operator operator;
  private final JsonNode vector;
  private final Placement placement;

  CallCheck(Operator operator, JsonNode vector, Placement placement) {
    this.operator = operator;
    this.vector = vector;
    this.placement = placement;
  }

  /**
   * Throws {@link jackfield.conformance.value.Disagreement} at the first difference; does not
   * compare gradients.
   */
  void check() {
    Arguments arguments = Arguments.bind(operator.schema(), vector, new ValueReader(placement));
    ArgumentsAfter after = new ArgumentsAfter(arguments);
    if (vector.has("error")) {
      checkRefusal(arguments);
      after.checkUnchanged();
      return;
    }
    Tolerance tolerance = Tolerance.of(vector);
    List<Object> results =
        Failures.unlessThrown("call", "results", () -> BoxedCall.run(operator, arguments));
    new OutputCheck(operator.schema(), arguments, tolerance).check(vector.get("out"), results);
    after.check(vector.path("args_after"), tolerance);
  }

  private void checkRefusal(Arguments arguments) {
    JsonNode error = vector.get("error");
    String expected =
        "a typed refusal (%s, %s)"
            .formatted(error.path("type").textValue(), error.path("kind").textValue());
    Failures.refusal("call", expected, () -> "results " + BoxedCall.run(operator, arguments));
  }
}
