package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.error.SimilarNames;
import java.util.Collection;
import java.util.List;

/** Reports a request for a bundle that has registered nothing. */
public final class NoSuchBundle extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;
  private final transient List<String> known;

  /**
   * Creates the error.
   *
   * @param known the bundles with registrations
   */
  public NoSuchBundle(String name, Collection<String> known) {
    super(
        new ErrorText("no registrations by " + name)
            .part("similar", String.join(", ", SimilarNames.to(name, known)))
            .part("available", String.join(", ", known))
            .part("try", "the bundle's name without version, or plug it")
            .toString());
    this.name = name;
    this.known = List.copyOf(known);
  }

  /** Returns the requested name. */
  public String name() {
    return name;
  }

  /** Returns the bundles with registrations. */
  public List<String> known() {
    return known;
  }
}
