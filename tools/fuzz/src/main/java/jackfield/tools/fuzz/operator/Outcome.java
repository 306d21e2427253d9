package jackfield.tools.fuzz.operator;

import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What came of a call. */
sealed interface Outcome {
  /**
   * It gave results.
   *
   * @param results in order, those in lists one by one
   */
  record Answered(List<Object> results) implements Outcome {}

  /** It was refused with a typed error. */
  record Refused(JackfieldException error) implements Outcome {}

  /** It ended with something else. */
  record Broken(Throwable error) implements Outcome {}

  /** Calls {@code operator} with the arguments. */
  static Outcome of(Operator operator, Built arguments) {
    Stack stack = arguments.stack();
    try {
      operator.callBoxed(stack);
    } catch (JackfieldException refusal) {
      return new Refused(refusal);
    } catch (RuntimeException | Error broken) { // what the fuzzer is there to find
      return new Broken(broken);
    }
    List<Object> results = new ArrayList<>();
    for (int place = 0; place < stack.size(); place++) {
      switch (stack.value(place)) {
        case Tensor[] tensors -> results.addAll(Arrays.asList(tensors));
        case List<?> list -> results.addAll(list);
        case null -> results.add(null);
        case Object value -> results.add(value);
      }
    }
    return new Answered(results);
  }
}
