package jackfield.conformance.derived;

import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.BoxedCall;
import jackfield.conformance.vectors.Failures;
import jackfield.conformance.vectors.Snapshot;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.tensor.Tensor;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One derived call, prepared: the operator, its arguments by name, and the expected results.
 *
 * @param kind the check
 * @param operator the form that is called
 * @param values the values of its arguments
 * @param written the tensors that it writes and returns, in order; empty for a functional form
 * @param expected the results
 * @param converted the results if the operator computes in the type of its outputs, else empty
 */
record DerivedCall(
    Kind kind,
    Operator operator,
    Map<String, Object> values,
    List<Tensor> written,
    List<Tensor> expected,
    List<Tensor> converted) {
  /**
   * Calls the operator and compares.
   *
   * @return whether the call was refused
   * @throws Disagreement if a result differs, an argument changed that is not written, or the call
   *     was refused or accepted against the rule of the kind
   */
  boolean isRefused(Tolerance tolerance) {
    Arguments arguments = Arguments.named(operator.schema(), values, Placement.host());
    Map<String, Tensor> tensors = arguments.tensors();
    Map<Tensor, Snapshot> before = new LinkedHashMap<>();
    tensors.values().forEach(each -> before.put(each, Snapshot.of(each, Placement.host())));
    List<Object> found;
    try {
      found = BoxedCall.run(operator, arguments);
    } catch (JackfieldException thrown) {
      checkRefusal(thrown, before.values());
      return true;
    } catch (RuntimeException | LinkageError thrown) {
      throw new Disagreement("call", "results or a typed refusal", Failures.describe(thrown));
    }
    if (kind.refusal() == Kind.Refusal.ALWAYS) {
      throw new Disagreement("call", "a typed refusal", "results " + found);
    }
    checkResults(found, tolerance);
    before.forEach((tensor, state) -> {
      if (isWritten(tensor)) {
        state.checkUnchangedOutside();
      } else if (!sharesWritten(tensor)) {
        state.checkUnchanged();
      }
    });
    return false;
  }

  private void checkRefusal(JackfieldException thrown, Collection<Snapshot> before) {
    if (kind.refusal() == Kind.Refusal.NEVER || !Failures.isRefusal(thrown)) {
      throw new Disagreement("call", "results", Failures.describe(thrown));
    }
    try {
      before.forEach(Snapshot::checkUnchanged);
    } catch (Disagreement changed) {
      throw changed.in("argument of a refused call");
    }
  }

  private void checkResults(List<Object> found, Tolerance tolerance) {
    for (int i = 0; i < written.size(); i++) {
      if (found.get(i) != written.get(i)) {
        throw new Disagreement("result " + i, "the argument itself", found.get(i));
      }
    }
    try {
      compare(expected, found, tolerance);
    } catch (Disagreement difference) {
      if (converted.isEmpty()) {
        throw difference;
      }
      compare(converted, found, tolerance);
    }
  }

  private static void compare(List<Tensor> wanted, List<Object> found, Tolerance tolerance) {
    for (int i = 0; i < wanted.size(); i++) {
      try {
        ResultCheck.check(wanted.get(i), (Tensor) found.get(i), tolerance);
      } catch (Disagreement difference) {
        throw difference.in("result " + i);
      }
    }
  }

  private boolean isWritten(Tensor tensor) {
    return written.stream().anyMatch(each -> each == tensor);
  }

  private boolean sharesWritten(Tensor tensor) {
    return written.stream().anyMatch(each -> each.storage() == tensor.storage());
  }
}
