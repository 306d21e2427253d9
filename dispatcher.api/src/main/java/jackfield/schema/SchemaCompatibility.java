package jackfield.schema;

/** The result of a check whether a schema may replace an older one. */
public sealed interface SchemaCompatibility {
  /** Returns whether it may. */
  default boolean isCompatible() {
    return this instanceof Compatible;
  }

  /** The reasons why it may not. */
  enum Reason {
    /** The operators have different names or overloads. */
    NAME,
    /** Only one of them is variadic. */
    VARIADIC,
    /** The numbers of returns differ. */
    RETURN_COUNT,
    /** Arguments of the older schema are missing. */
    ARGUMENT_COUNT,
    /** The numbers of out arguments differ. */
    OUT_COUNT,
    /** A return does not fit where the older one did. */
    RETURN,
    /** An argument does not accept the values of the older one, or accepts more. */
    ARGUMENT,
    /** An out argument does not accept the values of the older one, or accepts more. */
    OUT_ARGUMENT,
    /** An added argument has no default. */
    MISSING_DEFAULT,
    /** An added argument has a list as its default. */
    CONTAINER_DEFAULT
  }

  /** The newer schema may replace the older one. */
  record Compatible() implements SchemaCompatibility {}

  /**
   * The newer schema may not replace the older one.
   *
   * @param reason the reason
   * @param location the name of the argument, the position of the return from 1, or empty
   */
  record Incompatible(Reason reason, String location) implements SchemaCompatibility {}
}
