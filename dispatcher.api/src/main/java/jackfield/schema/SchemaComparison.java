package jackfield.schema;

import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Finds the first difference in number and types; names and defaults are ignored. */
final class SchemaComparison {
  private static final Set<SchemaType> SYMBOLIC =
      Set.of(
          Basic.SYM_INT,
          new ListOf(Basic.SYM_INT),
          new OptionalOf(Basic.SYM_INT),
          new OptionalOf(new ListOf(Basic.SYM_INT)));

  private final OperatorSchema defined;
  private final OperatorSchema found;
  private final UnaryOperator<SchemaType> argumentView;
  private final UnaryOperator<SchemaType> returnView;

  private SchemaComparison(
      OperatorSchema defined,
      OperatorSchema found,
      UnaryOperator<SchemaType> argumentView,
      UnaryOperator<SchemaType> returnView) {
    this.defined = defined;
    this.found = found;
    this.argumentView = argumentView;
    this.returnView = returnView;
  }

  /** Compares the types that are used to pass values. */
  static SchemaComparison ofFakeTypes(OperatorSchema defined, OperatorSchema found) {
    return new SchemaComparison(defined, found, SchemaType::fake, SchemaType::fake);
  }

  /** Compares the types as written; without symbols, SymInt arguments count as int. */
  static SchemaComparison ofRealTypes(
      OperatorSchema defined, OperatorSchema found, boolean hasSymbols) {
    UnaryOperator<SchemaType> plain = type -> SYMBOLIC.contains(type) ? type.fake() : type;
    return new SchemaComparison(
        defined, found, hasSymbols ? UnaryOperator.identity() : plain, UnaryOperator.identity());
  }

  /** Returns whether values of {@code type} may be symbolic sizes. */
  static boolean isSymbolic(SchemaType type) {
    return SYMBOLIC.contains(type);
  }

  Optional<SchemaDifference> first() {
    List<SchemaArgument> arguments = defined.arguments();
    List<SchemaArgument> returns = defined.returns();
    if (arguments.size() != found.arguments().size()) {
      return Optional.of(
          new SchemaDifference.ArgumentCount(arguments.size(), found.arguments().size()));
    }
    if (returns.size() != found.returns().size()) {
      return Optional.of(new SchemaDifference.ReturnCount(returns.size(), found.returns().size()));
    }
    return firstType(arguments, found.arguments(), argumentView, SchemaDifference.ArgumentType::new)
        .or(() ->
            firstType(returns, found.returns(), returnView, SchemaDifference.ReturnType::new));
  }

  private interface TypeDifference {
    SchemaDifference at(int position, SchemaType expected, SchemaType found);
  }

  private static Optional<SchemaDifference> firstType(
      List<SchemaArgument> defined,
      List<SchemaArgument> found,
      UnaryOperator<SchemaType> view,
      TypeDifference difference) {
    for (int i = 0; i < defined.size(); i++) {
      SchemaType expected = view.apply(defined.get(i).type());
      SchemaType actual = view.apply(found.get(i).type());
      if (!expected.equals(actual)) {
        return Optional.of(difference.at(i + 1, expected, actual));
      }
    }
    return Optional.empty();
  }
}
