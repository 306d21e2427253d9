package jackfield.conformance.vectors;

import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls an operator boxed. */
public final class BoxedCall {
  private BoxedCall() {}

  /**
   * Returns the results in order; numbers are boxed. If a list is the only result, its elements are
   * returned; a list beside other results is a {@code List}.
   */
  public static List<Object> run(Operator operator, Arguments arguments) {
    Stack stack = new Stack();
    arguments.push(stack);
    operator.callBoxed(stack);
    List<Object> results = new ArrayList<>();
    for (int index = 0; index < stack.size(); index++) {
      Object value = stack.value(index);
      results.add(value instanceof Tensor[] tensors ? Arrays.asList(tensors) : value);
    }
    return results.size() == 1 && results.getFirst() instanceof List<?> list
        ? new ArrayList<>(list)
        : results;
  }
}
