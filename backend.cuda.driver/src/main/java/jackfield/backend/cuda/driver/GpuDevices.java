package jackfield.backend.cuda.driver;

import java.util.List;

/** The devices of this machine, for programs and tests without the framework. */
public final class GpuDevices implements AutoCloseable {
  private final List<GpuDevice> devices;

  private GpuDevices(List<GpuDevice> devices) {
    this.devices = devices;
  }

  /**
   * Finds the devices.
   *
   * @param library the name or path of the driver's library; empty for that of this machine
   * @throws NoDriver if there are none that can be used
   */
  public static GpuDevices find(String library) {
    String name = library.isEmpty() ? DriverLibrary.STANDARD : library;
    return new GpuDevices(Devices.find(name, DeviceSettings.ofProperties()));
  }

  /** Returns the devices; at least one. */
  public List<GpuDevice> devices() {
    return List.copyOf(devices);
  }

  /** Releases the devices' contexts and everything in them. */
  @Override
  public void close() {
    devices.forEach(GpuDevice::close);
  }
}
