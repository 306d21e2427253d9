package jackfield.opgen.gradient;

import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.java.Names;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The derivative of one operator, with its formulas compiled to Java.
 *
 * @param entry the entry of the YAML file
 * @param formulas the formula of each input that has one, in order
 * @param saved the values that are saved when the operator is recorded
 * @param fields the fields that the formulas use
 */
record Derivative(
    DerivativeEntry entry,
    List<InputFormula> formulas,
    List<SavedValue> saved,
    Set<Callees.Field> fields) {
  /**
   * The formula of one input.
   *
   * @param input the input
   * @param isList whether the input is a list of tensors and the formula returns a list of
   *     gradients
   * @param java the expression; the part of {@code shared} that is this input's gradient
   * @param shared the call that gives the gradients of several inputs; null for other formulas
   */
  record InputFormula(Parameter input, boolean isList, String java, Typed shared) {}

  /** Returns the numbers of the inputs whose gradients a call gives. */
  List<Integer> sharing(Typed shared) {
    return IntStream.range(0, formulas.size())
        .filter(i -> shared.equals(formulas.get(i).shared()))
        .boxed()
        .toList();
  }

  /** Returns the inputs that have formulas. */
  List<Parameter> inputs() {
    return formulas.stream().map(InputFormula::input).toList();
  }

  /** Returns the number of the input that is a list of tensors, or -1. */
  int listInput() {
    for (int i = 0; i < formulas.size(); i++) {
      if (formulas.get(i).isList()) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the class of the operator; the formula's name is derived from it. */
  String className() {
    return Names.classOf(entry.operator().main().schema().name());
  }

  /** Returns the name of the formula's method. */
  String method() {
    return Names.small(className());
  }

  /** Returns the name of the constant with the formula's number. */
  String constant() {
    return "OF_" + Names.constantOf(entry.operator().main().schema().name());
  }

  /** Returns the operator's name as the schema has it, without the namespace. */
  String operatorName() {
    String name = entry.operator().main().schema().name().toString();
    return name.substring(name.indexOf("::") + 2);
  }
}
