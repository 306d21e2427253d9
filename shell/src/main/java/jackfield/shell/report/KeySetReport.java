package jackfield.shell.report;

import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The members of a key set, and the slot and redispatch of a call with it.
 *
 * @param hex the raw set
 * @param keys the members, the lowest priority first; a building block as its instances
 * @param functionalities the keys whose bit is set
 * @param backends the backends whose bit is set
 * @param highest the key that dispatches a call with this set
 * @param highestBackend the backend of that call
 * @param slot the table slot of the call
 * @param redispatch the members of the key set below that key
 * @param redispatchHex the raw key set below that key
 */
public record KeySetReport(
    String hex,
    List<String> keys,
    List<String> functionalities,
    List<String> backends,
    String highest,
    String highestBackend,
    int slot,
    List<String> redispatch,
    String redispatchHex)
    implements Report {
  private static final String NONE = "–";

  public static KeySetReport of(DispatchKeySet set, Names names) {
    DispatchKey highest = set.highestKey();
    DispatchKeySet below = set.below(highest);
    BackendComponent backend = set.highestBackend();
    return new KeySetReport(
        hex(set),
        names.names(set),
        names.names(functionalities(set)),
        set.backends().stream().map(BackendComponent::label).toList(),
        names.name(highest),
        backend == BackendComponent.INVALID ? "" : backend.label(),
        set.tableIndex(),
        names.names(below),
        hex(below));
  }

  private static List<DispatchKey> functionalities(DispatchKeySet set) {
    return IntStream.range(1, DispatchKey.FUNCTIONALITY_COUNT)
        .mapToObj(value -> DispatchKey.values()[value])
        .filter(set::has)
        .toList();
  }

  private static String hex(DispatchKeySet set) {
    return "0x%016x".formatted(set.bits());
  }

  @Override
  public String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("keys", joined(keys)));
    lines.add(List.of("functionalities", joined(functionalities)));
    lines.add(List.of("backends", joined(backends)));
    lines.add(List.of("raw", hex));
    lines.add(List.of("highest key", highest));
    lines.add(List.of("backend", highestBackend.isEmpty() ? NONE : highestBackend));
    lines.add(List.of("slot", Integer.toString(slot)));
    lines.add(List.of("redispatch below", joined(redispatch)));
    lines.add(List.of("raw", redispatchHex));
    return String.join("\n", Columns.of(lines));
  }

  private static String joined(List<String> names) {
    return names.isEmpty() ? NONE : String.join(", ", names);
  }

  @Override
  public String line() {
    return hex + " (" + String.join(", ", keys) + ")";
  }

  @Override
  public Object json() {
    return this;
  }

  @Override
  public String toString() {
    return text();
  }
}
