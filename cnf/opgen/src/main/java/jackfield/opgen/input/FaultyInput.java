package jackfield.opgen.input;

/** An error in an input file of the generator; the message starts with file and line. */
public abstract sealed class FaultyInput extends RuntimeException
    permits DuplicateOperator,
        FaultyFormula,
        FaultySchema,
        FormMismatch,
        InvalidField,
        MissingField,
        UnknownField,
        UnreadableYaml,
        UnsupportedType {
  private static final long serialVersionUID = 1;
  private final Place place;

  /**
   * Creates the error; {@code problem} contains what was found, what is available and what to try.
   */
  protected FaultyInput(Place place, String problem) {
    super(place + ": " + problem);
    this.place = place;
  }

  /** Returns the file and line. */
  public Place place() {
    return place;
  }
}
