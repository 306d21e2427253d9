package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry.EachKernel;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import java.util.ArrayList;
import java.util.List;

/** Writes the call of kernels that run another operator for the elements of lists. */
final class EachWriter {
  private final EachKernel each;
  private final Signature signature;
  private final boolean isInPlace;

  private EachWriter(EachKernel each, Signature signature) {
    this.each = each;
    this.signature = signature;
    this.isInPlace = signature.results().isEmpty();
  }

  /** Returns the expression of the call, with the parameters {@code a0, a1, …}. */
  static String call(EachKernel each, Signature signature) {
    return new EachWriter(each, signature).call();
  }

  private String call() {
    List<String> passed = each.arguments().stream().map(this::element).toList();
    return "shared.tensorLists.%s(\"%s\", %s -> shared.aten.%s(%s), %s)"
        .formatted(
            isInPlace ? "inPlace" : "each",
            signature.form().schema().name().base(),
            isInPlace ? "(of, at)" : "at",
            method(),
            String.join(", ", passed),
            String.join(", ", operands()));
  }

  private String method() {
    boolean isMarked = each.operator().endsWith("_");
    return Names.methodOf(
        new OperatorName("aten::" + each.operator() + (isInPlace && !isMarked ? "_" : ""), ""));
  }

  /** Returns the argument of the call for the elements at one position. */
  private String element(String word) {
    List<Parameter> parameters = signature.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      if (parameter.argument().name().equals(word)) {
        String element = "a" + i + (isList(parameter) ? "[at]" : "");
        return isInPlace && parameter.isTensor() ? "of.tensor(" + element + ")" : element;
      }
    }
    return word;
  }

  /**
   * Returns the lists, and the tensors that are operands at each position. A list after the first
   * is one of several variable arguments.
   */
  private List<String> operands() {
    List<String> operands = new ArrayList<>();
    for (int i = 0; i < signature.parameters().size(); i++) {
      Parameter parameter = signature.parameters().get(i);
      if (isList(parameter) || parameter.isTensor()) {
        operands.add((isList(parameter) && !operands.isEmpty() ? "(Object) a" : "a") + i);
      }
    }
    return operands;
  }

  private static boolean isList(Parameter parameter) {
    return parameter.argument().type() instanceof ListOf(Basic element)
        && (element == Basic.TENSOR || element == Basic.SCALAR);
  }
}
