package jackfield.aten.composite;

import jackfield.error.InvalidArgument;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.PrivateBackends;
import jackfield.memory.Device;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the backend of an operator that has no tensor to tell it, such as {@code aten::empty}, from
 * the device that it is to create a tensor on.
 */
public final class BackendSelection {
  private static final Map<String, Long> DENSE_KEYS = new HashMap<>(); // filled once, below

  static {
    for (BackendComponent backend : BackendComponent.all()) {
      String device = backend.label().toLowerCase(Locale.ROOT);
      DENSE_KEYS.put(device, DispatchKey.DENSE.on(backend).bits());
    }
  }

  private final PrivateBackends privateBackends;

  /** Creates a selection that knows the holders of {@code privateBackends} besides. */
  public BackendSelection(PrivateBackends privateBackends) {
    this.privateBackends = privateBackends;
  }

  /**
   * Returns the raw key set to go on with from a kernel at {@link DispatchKey#BACKEND_SELECT}: what
   * is below that key, and the dense key of the device's backend.
   *
   * @param keys the raw key set that the kernel was called with
   * @param device where the result is to be; null for the host
   * @throws InvalidArgument if no backend has that name
   */
  public long keys(long keys, Device device) {
    String wanted = device == null ? Device.CPU.type() : device.type();
    Long known = DENSE_KEYS.get(wanted);
    long dense = known == null ? leasedKey(wanted) : known;
    return DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT) | dense;
  }

  private long leasedKey(String wanted) {
    Map<BackendComponent, String> holders = privateBackends.holders();
    for (Map.Entry<BackendComponent, String> holder : holders.entrySet()) {
      if (holder.getValue().equals(wanted)) {
        return DispatchKey.DENSE.on(holder.getKey()).bits();
      }
    }
    List<String> available =
        Stream.concat(DENSE_KEYS.keySet().stream(), holders.values().stream()).sorted().toList();
    throw new InvalidArgument(
        "BackendSelect", "device", "names no backend: " + wanted + "; there are " + available);
  }
}
