package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.kernel.Provenance;

/** Reports a second definition of an operator, or a second claim of a namespace. */
public final class DuplicateDefinition extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;
  private final transient Provenance previous;
  private final transient Provenance latest;

  /** Creates the error for {@code name}, with the sources of both definitions. */
  public DuplicateDefinition(String name, Provenance previous, Provenance latest) {
    super(
        new ErrorText(name + " is defined already")
            .part("asked", "a definition by " + latest.location())
            .part("found", "one by " + previous.location())
            .part(
                "try",
                "close the earlier definition first, or give the new one another overload name")
            .toString());
    this.name = name;
    this.previous = previous;
    this.latest = latest;
  }

  /** Returns what was defined twice. */
  public String name() {
    return name;
  }

  /** Returns the provider of the first definition. */
  public Provenance previous() {
    return previous;
  }

  /** Returns the provider of the refused definition. */
  public Provenance latest() {
    return latest;
  }
}
