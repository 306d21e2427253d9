package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.input.FaultySchema;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.YamlDocument;
import jackfield.opgen.input.YamlEntry;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaSyntax;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function that formulas may call besides operators: a method of a hand-written class.
 *
 * @param form its signature, in the form of an operator's
 * @param method the method, of package {@code jackfield.feature.autograd.gradient} or of a package
 *     in it
 */
record FormulaFunction(Form form, MethodReference method) {
  private static final String NAMESPACE = "formula::";
  private static final Pattern METHOD =
      Pattern.compile("((?:[a-z]\\w*\\.)?[A-Z]\\w*)([.#])([a-z]\\w*)");

  /** Reads the functions of a file's text. */
  static List<FormulaFunction> read(String file, String text) {
    return YamlDocument.entries(file, text).stream().map(FormulaFunction::read).toList();
  }

  private static FormulaFunction read(YamlEntry entry) {
    entry.allowOnly(Set.of("function", "method"));
    String schema = NAMESPACE + entry.text("function", "it is what formulas call").strip();
    String method = entry.text("method", "it is what runs");
    Matcher matcher = METHOD.matcher(method);
    if (!matcher.matches()) {
      throw new InvalidField(
          entry.place("method"),
          "method",
          method,
          "Class.method, or Class#method of an instance; a package may precede: norm.Class");
    }
    try {
      return new FormulaFunction(
          new Form(OperatorSchema.parse(schema), schema, entry.place("function")),
          new MethodReference(matcher.group(1), matcher.group(3), matcher.group(2).equals("#")));
    } catch (SchemaSyntax syntax) {
      throw new FaultySchema(entry.place("function"), syntax);
    }
  }

  /** Returns the name that formulas call. */
  String name() {
    return form.schema().name().base();
  }
}
