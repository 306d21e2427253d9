package jackfield.opgen;

/** An input file of the generator is wrong; the text starts with file and line. */
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

  /** Creates the error; {@code problem} says what was found, what is available, what to try. */
  protected FaultyInput(Place place, String problem) {
    super(place + ": " + problem);
    this.place = place;
  }

  /** Returns where. */
  public Place place() {
    return place;
  }
}
