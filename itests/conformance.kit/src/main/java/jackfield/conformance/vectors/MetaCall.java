package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.conformance.value.ValueReader;
import jackfield.error.JackfieldException;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import java.util.List;

/**
 * Calls the operator of a vector with Meta tensors, which have no elements, and compares types,
 * sizes, strides and sharing of the results with the recorded ones.
 */
final class MetaCall {
  private final Operator operator;
  private final JsonNode vector;
  private final Placement placement;

  MetaCall(Operator operator, JsonNode vector, Placement placement) {
    this.operator = operator;
    this.vector = vector;
    this.placement = placement;
  }

  /**
   * Returns that the call agrees, or that elements decide what was recorded.
   *
   * @throws Disagreement at the first difference
   */
  Verdict verdict() {
    Arguments arguments = Arguments.bind(operator.schema(), vector, new ValueReader(placement));
    List<Object> results;
    try {
      results = BoxedCall.run(operator, arguments);
    } catch (NoKernel missing) {
      return refused(missing, "no kernel for Meta");
    } catch (JackfieldException refusal) {
      return refused(refusal, "sizes, numbers or a choice that elements decide");
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      throw new Disagreement("call", "results or a refusal", Failures.describe(thrown));
    }
    if (vector.has("error")) {
      return new Verdict.Excused("an error that elements decide");
    }
    compare(arguments, results);
    return new Verdict.Passed();
  }

  private Verdict refused(JackfieldException refusal, String reason) {
    boolean isRecorded = vector.has("error") && Failures.isRefusal(refusal);
    return isRecorded ? new Verdict.Passed() : new Verdict.Excused(reason);
  }

  private void compare(Arguments arguments, List<Object> results) {
    new OutputCheck(operator.schema(), arguments, Tolerance.EXACT)
        .check(vector.get("out"), results);
    TensorCheck changed = new TensorCheck(Tolerance.EXACT, Geometry.WHERE_IT_MATTERS, placement);
    vector
        .path("args_after")
        .propertyStream()
        .forEach(after ->
            changed.check(TensorValue.of(after.getValue()), arguments.tensor(after.getKey())));
  }
}
