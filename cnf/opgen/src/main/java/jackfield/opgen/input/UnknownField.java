package jackfield.opgen.input;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** An entry has a field that the generator does not know. */
public final class UnknownField extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String field;
  private final transient List<String> known;

  /** Creates the error. */
  public UnknownField(Place place, String field, Collection<String> known) {
    super(place, "unknown field " + field + "\n  available  " + sorted(known));
    this.field = field;
    this.known = List.copyOf(known);
  }

  private static String sorted(Collection<String> fields) {
    return fields.stream().sorted().collect(Collectors.joining(", "));
  }

  /** Returns the field. */
  public String field() {
    return field;
  }

  /** Returns the fields that an entry may have. */
  public List<String> known() {
    return known;
  }
}
