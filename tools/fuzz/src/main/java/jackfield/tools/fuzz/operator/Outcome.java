package jackfield.tools.fuzz.operator;

import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The outcome of a call. */
sealed interface Outcome {
  /**
   * The call returned results.
   *
   * @param results in order; the elements of lists are listed one by one
   */
  record Answered(List<Object> results) implements Outcome {}

  /** The call threw a typed error. */
  record Refused(JackfieldException error) implements Outcome {}

  /** The call ended with any other throwable. */
  record Broken(Throwable error) implements Outcome {}

  /** Calls {@code operator} with the arguments. */
  static Outcome of(Operator operator, BuiltTensors arguments) {
    Stack stack = arguments.stack();
    try {
      operator.callBoxed(stack);
    } catch (JackfieldException refusal) {
      return new Refused(refusal);
    } catch (RuntimeException | Error broken) { // the errors that the fuzzer searches for
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
