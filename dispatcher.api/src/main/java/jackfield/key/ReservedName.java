package jackfield.key;

import jackfield.error.JackfieldException;

/** Reports a name that a private-use backend cannot have, since its keys would be ambiguous. */
public final class ReservedName extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;

  ReservedName(String name, String problem) {
    super("backend name '" + name + "' " + problem);
    this.name = name;
  }

  /** Returns the rejected name. */
  public String name() {
    return name;
  }
}
