package jackfield.key;

import jackfield.error.JackfieldException;

/** A name that a private-use backend cannot have, since its keys could not be told from others. */
public final class ReservedName extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;

  ReservedName(String name, String problem) {
    super("backend name '" + name + "' " + problem);
    this.name = name;
  }

  /** Returns the name that was refused. */
  public String name() {
    return name;
  }
}
