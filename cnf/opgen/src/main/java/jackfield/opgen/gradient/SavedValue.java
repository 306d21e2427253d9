package jackfield.opgen.gradient;

import java.util.Set;
import java.util.TreeSet;

/**
 * A value that a formula needs when it runs, and that is saved when the operator is recorded.
 *
 * @param variable its name in the formula's method
 * @param type its Java type
 * @param source the Java expression at the time of recording
 * @param input the input that it is, or whose property it is, empty for results
 * @param users the inputs whose formulas use it
 */
record SavedValue(String variable, String type, String source, String input, Set<String> users) {
  SavedValue(String variable, String type, String source, String input) {
    this(variable, type, source, input, new TreeSet<>());
  }

  /** Returns whether the value is a tensor, whose version is saved too. */
  boolean isTensor() {
    return type.equals("Tensor");
  }

  /** Returns whether the value is a list of tensors, whose versions are saved too. */
  boolean isTensors() {
    return type.equals("Tensor[]");
  }

  /** Returns whether the value exists only after the operator ran. */
  boolean isResult() {
    return input.isEmpty();
  }

  /** Returns the expression that reads the value from a node. */
  String read(int index) {
    if (isTensor() || isTensors()) {
      return "node.%s(%d)".formatted(isTensor() ? "tensor" : "tensors", index);
    }
    return "(%s) node.value(%d)".formatted(type, index);
  }
}
