package jackfield.conformance.vectors;

import jackfield.dispatch.Operator;
import jackfield.dispatch.Stack;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls an operator boxed. */
final class BoxedCall {
  private BoxedCall() {}

  /** The results in order, those in a list one by one; numbers are boxed. */
  static List<Object> run(Operator operator, Arguments arguments) {
    Stack stack = new Stack();
    arguments.push(stack);
    operator.callBoxed(stack);
    List<Object> results = new ArrayList<>();
    for (int place = 0; place < stack.size(); place++) {
      switch (stack.value(place)) {
        case Tensor[] tensors -> results.addAll(Arrays.asList(tensors));
        case List<?> list -> results.addAll(list);
        case null -> results.add(null);
        case Object value -> results.add(value);
      }
    }
    return results;
  }
}
