package jackfield.schema;

/**
 * How much an optimiser may conclude from an operator's schema about shared and written storage.
 */
public enum AliasAnalysis {
  /** Special treatment by the operator's name, whatever the schema states. */
  INTERNAL_SPECIAL_CASE,
  /** Assumed to share and write everything; the default without a declaration. */
  CONSERVATIVE,
  /** Shares and writes exactly what the schema's annotations state. */
  FROM_SCHEMA,
  /** Shares and writes nothing. */
  PURE_FUNCTION
}
