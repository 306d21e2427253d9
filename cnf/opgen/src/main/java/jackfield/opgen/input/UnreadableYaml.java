package jackfield.opgen.input;

/** A file is not valid YAML, or its values are not nested as the generator expects. */
public final class UnreadableYaml extends FaultyInput {
  private static final long serialVersionUID = 1;

  /** Creates the error; {@code problem} contains what was expected and what was found. */
  public UnreadableYaml(Place place, String problem) {
    super(place, problem);
  }
}
