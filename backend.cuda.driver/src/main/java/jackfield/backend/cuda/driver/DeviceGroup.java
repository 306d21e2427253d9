package jackfield.backend.cuda.driver;

import jackfield.error.InvalidArgument;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The devices that one backend computes on; an OSGi service of the driver's bundle that has all of
 * them. Each thread has a current device: that which it has entered last, see {@link
 * GpuDevice#enter}, or else the first one.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class DeviceGroup {
  private final List<GpuDevice> devices; // by their numbers

  /**
   * Creates a group.
   *
   * @throws InvalidArgument if there is no device
   */
  public DeviceGroup(List<GpuDevice> devices) {
    if (devices.isEmpty()) {
      throw new InvalidArgument("DeviceGroup", "devices", "are none; one is needed at least");
    }
    this.devices = devices.stream().sorted(Comparator.comparingInt(GpuDevice::ordinal)).toList();
  }

  /** Returns the devices, at least one, by their numbers. */
  public List<GpuDevice> devices() {
    return devices;
  }

  /** Returns the current device of the calling thread. */
  public GpuDevice current() {
    GpuDevice first = devices.getFirst();
    return devices.size() == 1 ? first : devices.get(indexOf(first.currentOrdinal()));
  }

  private int indexOf(int ordinal) {
    for (int index = 0; index < devices.size(); index++) {
      if (devices.get(index).ordinal() == ordinal) {
        return index;
      }
    }
    return 0; // the thread has entered a device of another group
  }

  /**
   * Returns the device of a number.
   *
   * @param operator what errors name
   * @throws InvalidArgument if the group has no such device
   */
  public GpuDevice numbered(int ordinal, String operator) {
    GpuDevice found = devices.get(indexOf(ordinal));
    if (found.ordinal() != ordinal) {
      String all =
          devices.stream().map(each -> each.device().toString()).collect(Collectors.joining(", "));
      throw new InvalidArgument(
          operator, "device", "is cuda:%d; there is %s; try one of them".formatted(ordinal, all));
    }
    return found;
  }
}
