package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.Place;
import jackfield.opgen.input.YamlDocument;
import jackfield.opgen.input.YamlEntry;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * An entry about the derivative of one operator.
 *
 * @param operator the operator, with all its forms
 * @param place where the entry starts
 * @param formulas for each input the formula of its gradient, in the order of the inputs; inputs
 *     that have none and do not need one are left out, as {@code passive}
 * @param passive the inputs that may require a gradient and get none
 * @param differentiable the indexes of the results that have a gradient
 * @param isByHand whether the bundle has hand-written kernels for it
 * @param isRefused whether its results are recorded, and differentiating them throws
 * @param savesAlways whether values are saved even if the only gradient that needs them is not
 *     wanted
 */
record DerivativeEntry(
    OperatorEntry operator,
    Place place,
    SequencedMap<String, Formula> formulas,
    Set<String> passive,
    List<Integer> differentiable,
    boolean isByHand,
    boolean isRefused,
    boolean savesAlways) {
  private static final String DIFFERENTIABLE = "differentiable";
  private static final String NONE = "none";
  private static final String REFUSED = "refused";
  private static final String SAVES = "saves";
  private static final String ALWAYS = "always";

  /**
   * A formula.
   *
   * @param inputs the inputs whose gradients it gives
   * @param text as written
   * @param place the file and line
   * @param expression the parsed formula
   */
  record Formula(List<String> inputs, String text, Place place, Expression expression) {
    static Formula of(List<String> inputs, YamlEntry entry, String field, String text) {
      Place place = entry.place(field);
      return new Formula(inputs, text, place, ExpressionParser.parse(text, place));
    }

    /** Returns whether one call gives the gradients of several inputs. */
    boolean isShared() {
      return inputs.size() > 1;
    }

    /** Returns the error that this formula has a problem. */
    FaultyFormula faulty(String problem) {
      return new FaultyFormula(place, text, problem);
    }
  }

  DerivativeEntry {
    formulas = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(formulas));
    passive = Set.copyOf(passive);
    differentiable = List.copyOf(differentiable);
  }

  /** Returns whether the operator returns a list of tensors. */
  boolean isList() {
    List<SchemaArgument> returns = operator.main().schema().returns();
    return returns.size() == 1 && returns.getFirst().type() instanceof SchemaType.ListOf;
  }

  /** Returns whether no input of the operator is differentiable. */
  boolean isNone() {
    return differentiable.isEmpty();
  }

  /**
   * Reads an entry.
   *
   * @throws FaultyInput if it names an operator, input or result that does not exist
   */
  static DerivativeEntry read(YamlEntry entry, OperatorCatalog catalog) {
    String name = entry.text("operator", "an entry is about an operator");
    OperatorEntry operator =
        catalog.entries().stream()
            .filter(each -> nameOf(each).equals(name))
            .findFirst()
            .orElseThrow(() ->
                new InvalidField(
                    entry.place("operator"), "operator", name, "an operator of operators.aten"));
    operator
        .composite()
        .filter(composite -> composite.kind() == OperatorEntry.Composite.Kind.IMPLICIT)
        .ifPresent(_ -> {
          throw new InvalidField(
              entry.place("operator"),
              "operator",
              name,
              "one that is not composed implicitly; this is differentiated by its parts");
        });
    return read(entry, operator);
  }

  private static String nameOf(OperatorEntry operator) {
    String name = operator.main().schema().name().toString();
    return name.substring(name.indexOf("::") + 2);
  }

  private static DerivativeEntry read(YamlEntry entry, OperatorEntry operator) {
    List<SchemaArgument> inputs = operator.main().schema().arguments();
    Set<String> known = new HashSet<>(Set.of("operator", DIFFERENTIABLE, "by_hand", SAVES));
    inputs.stream().filter(SchemaArgument::isDispatched).forEach(each -> known.add(each.name()));
    Map<String, Formula> shared = sharedFormulas(entry, known);
    SequencedMap<String, Formula> formulas = new LinkedHashMap<>();
    Set<String> passive = new HashSet<>();
    readFormulas(entry, inputs, shared, formulas, passive);
    boolean isByHand = entry.optionalText("by_hand").filter("true"::equals).isPresent();
    List<Integer> results =
        isByHand ? List.of() : results(entry, operator.main().schema().returns());
    requireFormulas(entry, operator, formulas, results);
    return new DerivativeEntry(
        operator,
        entry.place(),
        formulas,
        passive,
        results,
        isByHand,
        isMarked(entry, REFUSED),
        savesAlways(entry));
  }

  /** Adds the formulas of inputs, and the inputs without a gradient to {@code passive}. */
  private static void readFormulas(
      YamlEntry entry,
      List<SchemaArgument> inputs,
      Map<String, Formula> shared,
      Map<String, Formula> formulas,
      Set<String> passive) {
    for (SchemaArgument input : inputs) {
      if (shared.containsKey(input.name())) {
        formulas.put(input.name(), shared.get(input.name()));
      }
      entry
          .optionalText(input.name())
          .ifPresent(text -> {
            if (text.equals(NONE)) {
              passive.add(input.name());
            } else {
              formulas.put(
                  input.name(), Formula.of(List.of(input.name()), entry, input.name(), text));
            }
          });
    }
  }

  private static void requireFormulas(
      YamlEntry entry,
      OperatorEntry operator,
      Map<String, Formula> formulas,
      List<Integer> results) {
    if (formulas.isEmpty() != results.isEmpty()) {
      throw new MissingField(entry.place(), "a formula", "or else write  differentiable: none");
    }
    String first = operator.main().schema().arguments().getFirst().name();
    boolean isChanged = operator.forms().stream().anyMatch(KernelWriter::isInPlace);
    if (isChanged && !results.isEmpty() && !formulas.containsKey(first)) {
      throw new MissingField(entry.place(), first, "the in-place form passes its gradient on");
    }
  }

  private static boolean savesAlways(YamlEntry entry) {
    Optional<String> saves = entry.optionalText(SAVES);
    saves
        .filter(text -> !text.equals(ALWAYS))
        .ifPresent(text -> {
          throw new InvalidField(entry.place(SAVES), SAVES, text, ALWAYS);
        });
    return saves.isPresent();
  }

  /**
   * Returns the formulas of fields that name several inputs, separated by commas, by input.
   *
   * @throws FaultyInput if a field is unknown, or an input has two formulas
   */
  private static Map<String, Formula> sharedFormulas(YamlEntry entry, Set<String> known) {
    Map<String, Formula> shared = new HashMap<>();
    Set<String> allowed = new HashSet<>(known);
    for (String field : entry.fields().keySet()) {
      List<String> inputs = List.of(field.split("\\s*,\\s*"));
      if (inputs.size() > 1 && known.containsAll(inputs)) {
        allowed.add(field);
        Formula formula =
            Formula.of(inputs, entry, field, entry.text(field, "it gives several gradients"));
        for (String input : inputs) {
          if (entry.has(input) || shared.put(input, formula) != null) {
            throw new InvalidField(entry.place(field), field, input, "inputs without a formula");
          }
        }
      }
    }
    entry.allowOnly(allowed);
    return shared;
  }

  /** Returns the names of results in formulas; without names they are result0, result1 … */
  static List<String> resultNames(List<SchemaArgument> returns) {
    if (returns.size() == 1) {
      return List.of("result");
    }
    return IntStream.range(0, returns.size())
        .mapToObj(i -> returns.get(i).name().isEmpty() ? "result" + i : returns.get(i).name())
        .toList();
  }

  private static List<Integer> results(YamlEntry entry, List<SchemaArgument> returns) {
    List<Integer> all = IntStream.range(0, returns.size()).boxed().toList();
    if (!entry.has(DIFFERENTIABLE)) {
      return all.stream().filter(i -> returns.get(i).isDispatched()).toList();
    }
    if (isMarked(entry, NONE) || isMarked(entry, REFUSED)) {
      return List.of();
    }
    List<String> names = resultNames(returns);
    return entry.texts(DIFFERENTIABLE).stream()
        .map(name -> {
          int index = names.indexOf(name);
          if (index < 0) {
            throw new InvalidField(
                entry.place(DIFFERENTIABLE), DIFFERENTIABLE, name, "one of " + names);
          }
          return index;
        })
        .toList();
  }

  /** Returns whether the field {@code differentiable} is a word in place of a list. */
  private static boolean isMarked(YamlEntry entry, String word) {
    return entry.has(DIFFERENTIABLE)
        && entry.fields().get(DIFFERENTIABLE).value() instanceof YamlEntry.Text(String text)
        && text.equals(word);
  }

  /** Returns the derivative entries of a file's text. */
  static List<DerivativeEntry> read(String file, String text, OperatorCatalog catalog) {
    return YamlDocument.entries(file, text).stream().map(each -> read(each, catalog)).toList();
  }

  /** Returns the formula of an input, or null if it has none. */
  Formula formula(String input) {
    return formulas.get(input);
  }

  /** Returns the names of the inputs that have formulas, in order. */
  List<String> inputs() {
    return List.copyOf(formulas.keySet());
  }
}
