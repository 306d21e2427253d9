package jackfield.schema;

import java.util.Objects;
import java.util.function.Predicate;

/**
 * The options of the schema grammar.
 *
 * @param allowsTypeVariables whether an unknown type in lower case is a type variable; in texts
 *     that start with {@code aten::} or {@code prim::} it always is
 * @param knownClasses accepts the custom classes that may be named
 */
public record SchemaDialect(
    boolean allowsTypeVariables, Predicate<SchemaType.CustomClass> knownClasses) {
  /** No type variables, every custom class. */
  public static final SchemaDialect STANDARD = new SchemaDialect(false, _ -> true);

  /** Type variables and every custom class. */
  public static final SchemaDialect WITH_TYPE_VARIABLES = new SchemaDialect(true, _ -> true);

  /** Checks that the predicate is not null. */
  public SchemaDialect {
    Objects.requireNonNull(knownClasses, "knownClasses");
  }
}
