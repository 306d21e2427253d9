package jackfield.opgen.input;

/** Two schemas declare the same operator, or two operators would get the same Java name. */
public final class DuplicateOperator extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String name;
  private final Place first;

  /** Creates the error. */
  public DuplicateOperator(Place place, String name, Place first) {
    super(place, name + " is declared already\n  found      " + first);
    this.name = name;
    this.first = first;
  }

  /** Returns the name that occurs twice. */
  public String name() {
    return name;
  }

  /** Returns the place of the first declaration. */
  public Place first() {
    return first;
  }
}
