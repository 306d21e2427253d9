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
 * Finds the backend for an operator without a tensor argument, such as {@code aten::empty}. The
 * device on which the result is to be created decides.
 */
public final class BackendSelection {
  private static final Map<String, Long> DENSE_KEYS =
      new HashMap<>(); // filled once, in the loop below

  static {
    for (BackendComponent backend : BackendComponent.all()) {
      String device = backend.label().toLowerCase(Locale.ROOT);
      DENSE_KEYS.put(device, DispatchKey.DENSE.on(backend).bits());
    }
  }

  private final PrivateBackends privateBackends;

  /** Creates a selection that also knows the holders of {@code privateBackends}. */
  public BackendSelection(PrivateBackends privateBackends) {
    this.privateBackends = privateBackends;
  }

  /**
   * Returns the raw key set with which a kernel at {@link DispatchKey#BACKEND_SELECT} redispatches:
   * the keys of lower priority than that key, and the dense key of the device's backend.
   *
   * @param keys the raw key set that the kernel was called with
   * @param device the device of the result; null for the host
   * @throws InvalidArgument if no backend has the device's name
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
