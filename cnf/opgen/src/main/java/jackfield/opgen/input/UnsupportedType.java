package jackfield.opgen.input;

/** A schema has a type, or a default value, for which typed operators have no Java equivalent. */
public final class UnsupportedType extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String argument;
  private final String type;

  /** Creates the error; {@code argument} is the argument as written in the schema. */
  public UnsupportedType(Place place, String argument, String type) {
    super(place, "no Java type or value for " + argument + ", which is of type " + type);
    this.argument = argument;
    this.type = type;
  }

  /** Returns the argument. */
  public String argument() {
    return argument;
  }

  /** Returns its type. */
  public String type() {
    return type;
  }
}
