package jackfield.key;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A private-use backend was to be leased, and others hold all that would do. */
public final class NoFreeBackend extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;

  // Serializable, as a copy in an enum map is.
  @SuppressWarnings("serial")
  private final Map<BackendComponent, String> holders;

  NoFreeBackend(String name, Map<BackendComponent, String> holders) {
    super(
        new ErrorText("no private-use backend is free for " + name)
            .part("found", describe(holders))
            .part("try", "stop the bundle of one of these backends")
            .toString());
    this.name = name;
    this.holders = Collections.unmodifiableMap(new EnumMap<>(holders));
  }

  private static String describe(Map<BackendComponent, String> holders) {
    return holders.entrySet().stream()
        .map(entry -> entry.getValue() + " holds " + entry.getKey().label())
        .collect(Collectors.joining(", "));
  }

  /** Returns the name that the backend was to have. */
  public String name() {
    return name;
  }

  /** Returns who holds the backends that were asked for. */
  public Map<BackendComponent, String> holders() {
    return holders;
  }
}
