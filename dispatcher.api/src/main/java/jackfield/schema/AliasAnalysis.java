package jackfield.schema;

/**
 * How much an optimiser may conclude from an operator's schema about the storage it shares and
 * writes.
 */
public enum AliasAnalysis {
  /** Known to the analysis by name, whatever the schema says. */
  INTERNAL_SPECIAL_CASE,
  /** Assumed to share and write everything; what holds when nothing was declared. */
  CONSERVATIVE,
  /** Shares and writes exactly what the schema's annotations say. */
  FROM_SCHEMA,
  /** Shares and writes nothing. */
  PURE_FUNCTION
}
