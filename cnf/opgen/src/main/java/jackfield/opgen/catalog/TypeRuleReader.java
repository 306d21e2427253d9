package jackfield.opgen.catalog;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorEntry.Structure;
import jackfield.opgen.catalog.OperatorEntry.TypeRule;
import jackfield.opgen.catalog.OperatorEntry.TypeRule.Refusal;
import jackfield.opgen.catalog.OperatorEntry.TypeRule.Types;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.YamlEntry;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.Basic;
import jackfield.tensor.DType;
import java.util.List;

/** Interprets the fields {@code types}, {@code refuses} and {@code further_results}. */
final class TypeRuleReader {
  private static final String FIELD = "types";
  private static final String FURTHER = "further_results";

  private final YamlEntry entry;
  private final Form main;

  private TypeRuleReader(YamlEntry entry, Form main) {
    this.entry = entry;
    this.main = main;
  }

  /**
   * Reads the rule of an entry that has the field {@code types}.
   *
   * @throws InvalidField if the rule, a refusal or a type is unknown or does not fit the schema
   */
  static TypeRule read(YamlEntry entry, Form main, Structure.Kind kind) {
    if (kind != Structure.Kind.ELEMENTWISE) {
      throw entry.invalid(FIELD, "only beside structured: elementwise");
    }
    return new TypeRuleReader(entry, main).read();
  }

  private TypeRule read() {
    Types types = entry.choice(FIELD, entry.text(FIELD, "it is the rule"), Types.class);
    long tensors = tensors();
    boolean fits =
        switch (types) {
          case SAME -> tensors == 1;
          case FRACTIONAL -> tensors == 1 || tensors == 2;
          case PROMOTE, COMPARE -> tensors == 2;
        };
    if (!fits) {
      throw entry.invalid(FIELD, needed(types) + ", the schema has " + tensors);
    }
    return new TypeRule(types, refusals(tensors), furtherResults());
  }

  /** Returns the types of the results after the first; each result of the schema needs one. */
  private List<DType> furtherResults() {
    int needed = main.schema().returns().size() - 1;
    List<DType> types =
        entry.texts(FURTHER).stream()
            .map(word -> entry.choice(FURTHER, word, DType.class))
            .toList();
    if (types.size() == needed) {
      return types;
    }
    String expected = "a type for each of %d results after the first".formatted(needed);
    throw entry.has(FURTHER)
        ? entry.invalid(FURTHER, expected)
        : new MissingField(entry.place(), FURTHER, expected);
  }

  private static String needed(Types types) {
    return switch (types) {
      case SAME -> "same needs one tensor";
      case FRACTIONAL -> "fractional needs one or two tensors";
      case PROMOTE -> "promote needs two tensors";
      case COMPARE -> "compare needs two tensors";
    };
  }

  /** Returns the number of tensors; lists and optional tensors do not count. */
  private long tensors() {
    return main.schema().arguments().stream()
        .filter(SchemaArgument::isDispatched)
        .filter(argument -> argument.type() == Basic.TENSOR)
        .count();
  }

  private List<Refusal> refusals(long tensors) {
    List<Refusal> refusals =
        entry.texts("refuses").stream()
            .map(word -> entry.choice("refuses", word, Refusal.class))
            .toList();
    if (tensors < 2 && refusals.contains(Refusal.COMPLEX_HALF)) {
      throw entry.invalid("refuses", "complex_half needs two tensors");
    }
    return refusals;
  }
}
