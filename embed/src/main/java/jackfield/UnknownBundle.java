package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.error.SimilarNames;
import java.util.List;

/**
 * Reports a name that is neither that of a bundle inside the artifact nor that of a file, or a
 * bundle that is needed and not plugged.
 */
public final class UnknownBundle extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String action;
  private final String name;
  private final transient List<String> available;

  UnknownBundle(String action, String name, List<String> available) {
    this(
        new ErrorText("%s \"%s\": failed; nothing has changed".formatted(action, name))
            .part("found", "no bundle inside the artifact and no file has that name")
            .part("similar", String.join(", ", SimilarNames.to(name, available)))
            .part("available", String.join(", ", available))
            .part("try", "one of these names, or the path of a bundle's jar")
            .toString(),
        action,
        name,
        available);
  }

  private UnknownBundle(String text, String action, String name, List<String> available) {
    super(text);
    this.action = action;
    this.name = name;
    this.available = List.copyOf(available);
  }

  /** Reports a bundle inside the artifact that a request needs. */
  static UnknownBundle notPlugged(String action, String name, List<String> available) {
    String text =
        new ErrorText("%s: needs the bundle %s".formatted(action, name))
            .part("found", "it is not plugged")
            .part("try", "plug(\"%s\")".formatted(name))
            .toString();
    return new UnknownBundle(text, action, name, available);
  }

  /** Returns the requested action, such as {@code plug}, {@code swap} or {@code autograd}. */
  public String action() {
    return action;
  }

  /** Returns the requested name. */
  public String name() {
    return name;
  }

  /** Returns the names of the bundles inside the artifact. */
  public List<String> available() {
    return available;
  }
}
