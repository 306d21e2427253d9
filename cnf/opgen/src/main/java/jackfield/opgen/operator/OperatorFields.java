package jackfield.opgen.operator;

import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Writes the typed operators that a class calls: a field for each, and a method that requests the
 * operator at its first use. So an operator that is never called has no dispatch table.
 */
public final class OperatorFields {
  // Volatile: a thread must not see an operator before its table.
  private static final String FIELD = "private volatile %class% %field%;\n";
  private static final String ACCESSOR =
      """
      private %class% %accessor% {
        %class% known = %field%;
        return known != null ? known : (%field% = %source%.operator(%class%.TYPE));
      }

      """;

  private OperatorFields() {}

  /** Returns the expression that reads the operator of a class. */
  public static String read(String type) {
    return Names.small(type) + "Operator()";
  }

  /** Returns the fields for the operators of these classes. */
  public static String fields(Collection<String> types) {
    return each(FIELD, types, "");
  }

  /**
   * Returns the methods for the operators of these classes.
   *
   * @param source the field with the object that returns operators
   */
  public static String accessors(Collection<String> types, String source) {
    return each(ACCESSOR, types, source);
  }

  private static String each(String template, Collection<String> types, String source) {
    return types.stream()
        .map(type ->
            new Template(template)
                .with("class", type)
                .with("accessor", read(type))
                .with("field", Names.small(type))
                .with("source", source)
                .toString())
        .collect(Collectors.joining());
  }
}
