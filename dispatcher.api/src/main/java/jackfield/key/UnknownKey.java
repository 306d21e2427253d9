package jackfield.key;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.error.SimilarNames;
import java.util.Collection;
import java.util.List;

/** Reports that a text is not the name of a dispatch key. */
public final class UnknownKey extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;

  // Serializable, because it is the result of a stream.
  @SuppressWarnings("serial")
  private final List<String> similar;

  UnknownKey(String name, Collection<String> known) {
    this(name, SimilarNames.to(name, known));
  }

  private UnknownKey(String name, List<String> similar) {
    super(
        new ErrorText("no dispatch key " + name)
            .part("similar", String.join(", ", similar))
            .part("try", "the exact case, or plug the bundle of a third party's backend")
            .toString());
    this.name = name;
    this.similar = similar;
  }

  /** Returns the text. */
  public String name() {
    return name;
  }

  /** Returns similar names that can be parsed. */
  public List<String> similar() {
    return similar;
  }
}
