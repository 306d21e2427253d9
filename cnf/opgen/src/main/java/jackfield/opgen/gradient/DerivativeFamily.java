package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.java.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The derivatives of one file.
 *
 * @param name the file's name without extension
 * @param derivatives the entries that have formulas
 * @param none the entries of operators that have no gradient
 */
record DerivativeFamily(
    String name,
    List<Derivative> derivatives,
    List<DerivativeEntry> none,
    List<String> functionClasses) {
  DerivativeFamily {
    derivatives = List.copyOf(derivatives);
    none = List.copyOf(none);
    functionClasses = List.copyOf(functionClasses);
  }

  /**
   * Reads a file's text.
   *
   * @throws FaultyInput if the file has an error
   */
  static DerivativeFamily read(
      String name, String text, OperatorCatalog operators, List<FormulaFunction> functions) {
    Callees callees = new Callees(operators, functions);
    List<Derivative> derivatives = new ArrayList<>();
    List<DerivativeEntry> none = new ArrayList<>();
    for (DerivativeEntry entry : DerivativeEntry.read(name + ".yaml", text, operators)) {
      if (entry.isNone()) {
        none.add(entry);
      } else {
        derivatives.add(FormulaCompiler.compile(entry, callees));
      }
    }
    List<String> classes = functions.stream().map(each -> each.method().type()).distinct().toList();
    return new DerivativeFamily(name, derivatives, none, classes);
  }

  /** Returns the fields that the formulas use. */
  Set<Callees.Field> fields() {
    Set<Callees.Field> fields = new LinkedHashSet<>();
    derivatives.forEach(derivative -> fields.addAll(derivative.fields()));
    return fields;
  }

  /** Returns the name of the constant with the number of the first formula. */
  String constant() {
    return name.toUpperCase(Locale.ROOT);
  }

  /** Returns the prefix of the class names. */
  String classPrefix() {
    return Names.capital(name);
  }
}
