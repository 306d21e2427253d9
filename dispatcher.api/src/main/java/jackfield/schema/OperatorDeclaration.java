package jackfield.schema;

/** The declaration of an operator: a full schema, or only a name. */
public sealed interface OperatorDeclaration permits OperatorName, OperatorSchema {
  /**
   * Reads a schema, or an operator name when no argument list follows the name.
   *
   * @throws SchemaSyntax if the text is neither
   */
  static OperatorDeclaration parse(String text) {
    return parse(text, SchemaDialect.STANDARD);
  }

  /**
   * Reads a schema or an operator name in {@code dialect}.
   *
   * @throws SchemaSyntax if the text is neither
   */
  static OperatorDeclaration parse(String text, SchemaDialect dialect) {
    return SchemaParser.parse(text, dialect);
  }

  /** Returns the name of the declared operator. */
  OperatorName operatorName();
}
