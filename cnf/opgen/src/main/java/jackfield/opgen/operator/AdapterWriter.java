package jackfield.opgen.operator;

import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.JavaType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the code between the Java signature of operators and the boxed stack. */
final class AdapterWriter {
  private final Signature signature;

  AdapterWriter(Signature signature) {
    this.signature = signature;
  }

  /** Returns the statements that call {@code kernel[0]} with arguments from the stack. */
  String callTyped() {
    int count = signature.parameters().size();
    String arguments =
        IntStream.range(0, count)
            .mapToObj(i -> ", " + signature.parameters().get(i).read(at(i)))
            .collect(Collectors.joining());
    String call = "kernel[0].call(keys" + arguments + ");";
    String at = count == 0 ? "" : "int at = stack.fromTop(" + count + ", 0);\n";
    return at + signature.keep() + call + "\n" + leaveResults(count);
  }

  private static String at(int index) {
    return index == 0 ? "at" : "at + " + index;
  }

  /** An object replaces the arguments in one step; most results are objects. */
  private String leaveResults(int count) {
    List<Signature.Result> results = signature.results();
    if (results.size() == 1 && results.getFirst().type().push("result").equals(".push(result)")) {
      return "stack.replace(" + count + ", result);";
    }
    return (count == 0 ? "" : "stack.drop(" + count + ");\n") + pushResults();
  }

  private String pushResults() {
    List<Signature.Result> results = signature.results();
    if (results.isEmpty()) {
      return "";
    }
    return results.size() == 1
        ? "stack" + results.getFirst().type().push("result") + ";"
        : results.stream()
            .map(result -> result.type().push("result." + result.name() + "()"))
            .collect(Collectors.joining("", "stack", ";"));
  }

  /** Returns the statements that call {@code boxed} with the parameters, and return its results. */
  String unboxed() {
    String pushes =
        signature.parameters().stream()
            .map(parameter -> parameter.type().push(parameter.name()))
            .collect(Collectors.joining());
    String push = pushes.isEmpty() ? "" : "stack" + pushes + ";\n";
    String check =
        "stack.requireResults(operator, bottom, %d);".formatted(signature.results().size());
    return push + "boxed.call(operator, keys, stack);\n" + check + returnUnboxed();
  }

  /**
   * A written argument is returned as it was passed, whatever the boxed kernel left on the stack.
   */
  private String returnUnboxed() {
    List<Signature.Result> results = signature.results();
    List<String> values =
        IntStream.range(0, results.size()).mapToObj(i -> value(results.get(i), i)).toList();
    return switch (values.size()) {
      case 0 -> "";
      case 1 -> "\nreturn " + mayBeWritten(values.getFirst()) + ";";
      default -> "\nreturn new Result(" + String.join(", ", values) + ");";
    };
  }

  private static String value(Signature.Result result, int index) {
    String place = index == 0 ? "bottom" : "bottom + " + index;
    return result.written().map(Parameter::name).orElseGet(() -> result.type().read(place));
  }

  /** Operators of one signature differ in the argument that they return, if any. */
  private String mayBeWritten(String value) {
    String cases =
        IntStream.range(0, signature.parameters().size())
            .filter(i -> signature.parameters().get(i).type().equals(resultType()))
            .mapToObj(i -> "case %d -> %s;\n".formatted(i, signature.parameters().get(i).name()))
            .collect(Collectors.joining());
    return cases.isEmpty()
        ? value
        : "switch (written) {\n%sdefault -> %s;\n}".formatted(cases, value);
  }

  private JavaType resultType() {
    return signature.results().getFirst().type();
  }
}
