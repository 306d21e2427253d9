package jackfield.opgen.gradient;

import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The inputs and results that the formulas of one operator may name. */
final class FormulaVariables {
  /** The names of variables in generated methods. */
  private static final Set<String> TAKEN =
      Set.of("grad", "grads", "wanted", "node", "incoming", "outgoing", "gradients");

  private final Signature signature;
  private final List<String> results;

  FormulaVariables(DerivativeEntry entry) {
    this.signature = Signature.of(entry.operator().main());
    this.results = DerivativeEntry.resultNames(entry.operator().main().schema().returns());
  }

  /** Returns the names; a single result is called {@code result}. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    signature.parameters().forEach(parameter -> names.add(parameter.argument().name()));
    names.addAll(results);
    return names;
  }

  /** Returns an input or result as a value to save. */
  Optional<SavedValue> find(String name) {
    for (Parameter parameter : signature.parameters()) {
      if (parameter.argument().name().equals(name)) {
        return Optional.of(input(parameter));
      }
    }
    int result = results.indexOf(name);
    return result < 0 ? Optional.empty() : Optional.of(result(name, result));
  }

  private static SavedValue input(Parameter parameter) {
    return new SavedValue(
        legal(parameter.name()),
        parameter.type().name(),
        parameter.name(),
        parameter.argument().name());
  }

  private SavedValue result(String name, int index) {
    Signature.Result found = signature.results().get(index);
    boolean isOnly = results.size() == 1;
    String source = isOnly ? "result" : "result.%s()".formatted(found.name());
    return new SavedValue(legal(isOnly ? name : found.name()), found.type().name(), source, "");
  }

  private static String legal(String variable) {
    return TAKEN.contains(variable) ? variable + "_" : variable;
  }
}
