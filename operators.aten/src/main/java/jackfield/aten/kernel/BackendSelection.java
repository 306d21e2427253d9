package jackfield.aten.kernel;

import jackfield.dispatch.BackendComponent;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.InvalidArgument;
import jackfield.tensor.Device;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  private BackendSelection() {}

  /**
   * Returns the raw key set to go on with from a kernel at {@link DispatchKey#BACKEND_SELECT}: what
   * is below that key, and the dense key of the device's backend.
   *
   * @param keys the raw key set that the kernel was called with
   * @param device where the result is to be; null for the host
   * @throws InvalidArgument if no backend has that name
   */
  public static long keys(long keys, Device device) {
    Device wanted = device == null ? Device.CPU : device;
    Long dense = DENSE_KEYS.get(wanted.type());
    if (dense == null) {
      List<String> known = DENSE_KEYS.keySet().stream().sorted().toList();
      throw new InvalidArgument(
          "BackendSelect", "device", "names no backend: " + wanted + "; there are " + known);
    }
    return DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT) | dense;
  }
}
