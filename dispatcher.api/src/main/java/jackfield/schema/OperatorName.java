package jackfield.schema;

import java.util.Objects;

/**
 * The name of an operator: {@code namespace::base} and the overload, empty for the default one.
 *
 * @param name the name with its namespace, without the overload
 * @param overload the overload's name, or empty
 */
public record OperatorName(String name, String overload)
    implements OperatorDeclaration, Comparable<OperatorName> {
  private static final String SEPARATOR = "::";

  /** Checks that neither part is null. */
  public OperatorName {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(overload, "overload");
  }

  /**
   * Reads {@code name} or {@code name.overload}.
   *
   * @throws SchemaSyntax if the text is not a name, of the kind {@code OPERATOR_NAME_EXPECTED} if
   *     it is a schema
   */
  public static OperatorName parse(String text) {
    return switch (SchemaParser.parse(text, SchemaDialect.WITH_TYPE_VARIABLES)) {
      case OperatorName name -> name;
      case OperatorSchema _ -> throw SchemaSyntax.nameExpected(text);
    };
  }

  /** Returns the text before the first {@code ::}, or an empty text if there is none. */
  public String namespace() {
    int at = name.indexOf(SEPARATOR);
    return at < 0 ? "" : name.substring(0, at);
  }

  /** Returns the text after the first {@code ::}, or the whole name if there is none. */
  public String base() {
    int at = name.indexOf(SEPARATOR);
    return at < 0 ? name : name.substring(at + SEPARATOR.length());
  }

  @Override
  public OperatorName operatorName() {
    return this;
  }

  // Those of a record are linked at run time and start slowly; names are keys of many maps.
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof OperatorName that
            && name.equals(that.name)
            && overload.equals(that.overload));
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + overload.hashCode();
  }

  /** Orders by name, then by overload. */
  @Override
  public int compareTo(OperatorName other) {
    int byName = name.compareTo(other.name);
    return byName != 0 ? byName : overload.compareTo(other.overload);
  }

  /** Returns {@code name} or {@code name.overload}. */
  @Override
  public String toString() {
    return overload.isEmpty() ? name : name + "." + overload;
  }
}
