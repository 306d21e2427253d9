package jackfield.schema;

/** Whether a schema may take the place of an older one, and if not, what stands against it. */
public sealed interface SchemaCompatibility {
  /** Returns whether nothing stands against it. */
  default boolean isCompatible() {
    return this instanceof Compatible;
  }

  /** What can stand against it. */
  enum Reason {
    /** The operators have different names or overloads. */
    NAME,
    /** One takes or returns any number of values, the other does not. */
    VARIADIC,
    /** The numbers of returns differ. */
    RETURN_COUNT,
    /** Arguments of the older schema are missing. */
    ARGUMENT_COUNT,
    /** The numbers of out arguments differ. */
    OUT_COUNT,
    /** A return does not fit where the older one did. */
    RETURN,
    /** An argument does not take, or takes more than, what the older one took. */
    ARGUMENT,
    /** An out argument does not take, or takes more than, what the older one took. */
    OUT_ARGUMENT,
    /** An added argument has no default. */
    MISSING_DEFAULT,
    /** An added argument has a list as its default. */
    CONTAINER_DEFAULT
  }

  /** The newer schema may take the older one's place. */
  record Compatible() implements SchemaCompatibility {}

  /**
   * The newer schema may not take the older one's place.
   *
   * @param reason what stands against it
   * @param place the name of the argument, or the place of the return from 1, or empty
   */
  record Incompatible(Reason reason, String place) implements SchemaCompatibility {}
}
