package jackfield.key;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Reports that no private-use backend could be leased because others hold all suitable ones. */
public final class NoFreeBackend extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String name;

  // Serializable, because it is a copy in an enum map.
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

  /** Returns the requested name of the backend. */
  public String name() {
    return name;
  }

  /** Returns the holders of the requested backends. */
  public Map<BackendComponent, String> holders() {
    return holders;
  }
}
