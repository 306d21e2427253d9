package jackfield.opgen.catalog;

import jackfield.key.DispatchKey;
import jackfield.opgen.catalog.OperatorEntry.Composite;
import jackfield.opgen.catalog.OperatorEntry.EachKernel;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorEntry.KeyKernel;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.catalog.OperatorEntry.Rule;
import jackfield.opgen.catalog.OperatorEntry.Structure;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.input.FaultySchema;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.Place;
import jackfield.opgen.input.YamlEntry;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaSyntax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Interprets the fields of one entry and throws for invalid ones. */
final class OperatorEntryReader {
  private static final Set<String> FIELDS =
      Set.of(
          "schema",
          "says",
          "structured",
          "rule",
          "plan",
          "body",
          "types",
          "refuses",
          "further_results",
          "numbers",
          "autogen",
          "aliases",
          "functional_aliases",
          "in_place",
          "out",
          "each",
          "composite",
          "kernel",
          "kernels",
          "tags");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\((.+)\\)");
  private static final Set<String> CONSTANTS = Set.of("null", "true", "false");
  private static final Pattern METHOD =
      Pattern.compile("((?:[a-z]\\w*\\.)*[A-Z]\\w*)([.#])([a-z]\\w*)");

  private final YamlEntry entry;
  private final String namespace;

  private OperatorEntryReader(YamlEntry entry, String namespace) {
    this.entry = entry;
    this.namespace = namespace;
  }

  /**
   * Reads an entry and derives the forms that it does not write out.
   *
   * @param namespace the namespace, which the schemas omit
   * @return the entry, then an entry for each derived form
   * @throws FaultyInput if a field is unknown, missing or wrong
   */
  static List<OperatorEntry> read(YamlEntry entry, String namespace) {
    OperatorEntry read = new OperatorEntryReader(entry, namespace).read();
    return Stream.concat(Stream.of(read), DerivedForms.of(read, entry).stream()).toList();
  }

  private OperatorEntry read() {
    entry.allowOnly(FIELDS);
    entry.text("schema", "an entry is about an operator");
    Form main = form("schema").orElseThrow();
    OperatorEntry read =
        new OperatorEntry(
            main,
            form("in_place"),
            form("out"),
            entry.text("says", "one sentence tells users what " + main.schema().name() + " does"),
            structure(main),
            composite(main),
            kernels(),
            entry.texts("tags"));
    FormCheck.check(read);
    return read;
  }

  private Optional<Form> form(String field) {
    return entry.optionalText(field).map(text -> form(entry.place(field), text));
  }

  private Form form(Place place, String text) {
    String full = namespace + "::" + text.strip();
    try {
      return new Form(OperatorSchema.parse(full), full, place);
    } catch (SchemaSyntax syntax) {
      throw new FaultySchema(place, syntax);
    }
  }

  private Optional<Structure> structure(Form main) {
    Optional<Structure.Kind> kind = oneOf("structured", Structure.Kind.class);
    if (kind.isEmpty()) {
      List.of("rule", "types", "refuses", "further_results", "plan", "body")
          .forEach(field -> refuse(field, "without the field structured"));
      return Optional.empty();
    }
    refuse("composite", "beside the field structured");
    Optional<String> plan = entry.optionalText("plan");
    if (plan.isPresent() && kind.get() != Structure.Kind.TENSORS) {
      throw invalid("plan", "no such field; elementwise kernels and reductions have their own");
    }
    return Optional.of(new Structure(kind.get(), rule(kind.get()), plan, body(main)));
  }

  private Rule rule(Structure.Kind kind) {
    if (entry.has("types")) {
      refuse("rule", "beside the field types");
      return TypeRuleReader.read(entry, form("schema").orElseThrow(), kind);
    }
    refuse("refuses", "without the field types");
    refuse("further_results", "without the field types");
    MethodReference rule =
        method("rule", "a structured operator plans its result by it or by types");
    if (rule.isInstance()) {
      throw invalid("rule", "Class.method, a static method");
    }
    return rule;
  }

  /** Returns the arguments that a body is said to get; each must exist and be no output. */
  private Optional<List<String>> body(Form main) {
    if (!entry.has("body")) {
      return Optional.empty();
    }
    List<String> named = entry.texts("body");
    List<String> known =
        main.schema().arguments().stream()
            .filter(argument -> !argument.isOut())
            .map(SchemaArgument::name)
            .toList();
    if (!known.containsAll(named)) {
      throw invalid("body", "a list of the operator's arguments: " + String.join(", ", known));
    }
    return Optional.of(named);
  }

  private Optional<Composite> composite(Form main) {
    if (entry.has("each")) {
      List.of("composite", "structured", "kernels", "out")
          .forEach(field -> refuse(field, "beside the field each"));
      return Optional.of(new Composite(Composite.Kind.IMPLICIT, each(main)));
    }
    Optional<Composite.Kind> kind = oneOf("composite", Composite.Kind.class);
    if (kind.isEmpty()) {
      refuse("kernel", "without the field composite");
      return Optional.empty();
    }
    List.of("in_place", "out")
        .forEach(form -> refuse(form, "beside a kernel; give that form an entry of its own"));
    return Optional.of(new Composite(kind.get(), method("kernel", "it is what is composed")));
  }

  private EachKernel each(Form main) {
    Matcher call = CALL.matcher(entry.text("each", "it is what is called for each element"));
    List<String> known = main.schema().arguments().stream().map(SchemaArgument::name).toList();
    List<String> passed = call.matches() ? List.of(call.group(2).split(", *")) : List.of();
    if (!passed.stream().allMatch(word -> known.contains(word) || CONSTANTS.contains(word))
        || passed.isEmpty()) {
      throw invalid(
          "each", "operator(a, b) of the operator's arguments: " + String.join(", ", known));
    }
    return new EachKernel(call.group(1), passed);
  }

  private List<KeyKernel> kernels() {
    List<KeyKernel> kernels = new ArrayList<>();
    entry
        .pairs("kernels")
        .forEach(
            (key, method) -> kernels.add(new KeyKernel(key(key), reference("kernels", method))));
    return kernels;
  }

  private DispatchKey key(String name) {
    return Arrays.stream(DispatchKey.values())
        .filter(key -> key.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> invalid("kernels", "names of dispatch keys, such as CPU or Meta"));
  }

  private void refuse(String field, String reason) {
    if (entry.has(field)) {
      throw invalid(field, "no such field " + reason);
    }
  }

  private <E extends Enum<E>> Optional<E> oneOf(String field, Class<E> type) {
    return entry.optionalText(field).map(text -> entry.choice(field, text, type));
  }

  private MethodReference method(String field, String reason) {
    return reference(field, entry.text(field, reason));
  }

  private MethodReference reference(String field, String text) {
    Matcher matcher = METHOD.matcher(text);
    if (!matcher.matches()) {
      throw invalid(field, "Class.method, or Class#method for a method of an instance");
    }
    return new MethodReference(matcher.group(1), matcher.group(3), matcher.group(2).equals("#"));
  }

  private InvalidField invalid(String field, String expected) {
    return entry.invalid(field, expected);
  }
}
