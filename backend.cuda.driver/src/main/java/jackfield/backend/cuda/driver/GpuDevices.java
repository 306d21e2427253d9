package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.NoDriver;
import jackfield.backend.cuda.driver.report.DeviceProperties;
import jackfield.backend.cuda.driver.thread.ThreadValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.JCudaDriver;

/** The devices of this machine, for programs and tests without the framework. */
public final class GpuDevices implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(GpuDevices.class.getName());

  private static final int TEXT_BYTES = 256;

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
    return new GpuDevices(find(name, DeviceSettings.ofProperties()));
  }

  /** Returns the devices; at least one. */
  public List<GpuDevice> devices() {
    return List.copyOf(devices);
  }

  /**
   * Releases the devices' contexts and everything in them.
   *
   * @throws CudaFailure if the driver fails for one of them; the others are released all the same
   */
  @Override
  public void close() {
    closeAll(devices);
  }

  /** Closes all devices. Each failure is logged; the first one is thrown with the others. */
  static void closeAll(List<GpuDevice> devices) {
    RuntimeException first = null;
    for (GpuDevice device : devices) {
      try {
        device.close();
      } catch (RuntimeException failed) { // whatever it is, later devices have to be closed
        LOG.log(System.Logger.Level.WARNING, "closing " + device + " failed", failed);
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * Returns all devices; a list with at least one.
   *
   * @param libraryName the name or path of the driver's library
   * @throws NoDriver if there are none that can be used
   */
  static List<GpuDevice> find(String libraryName, DeviceSettings settings) {
    DriverLibrary library = DriverLibrary.open(libraryName);
    try {
      return find(library, settings);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError missing) {
      throw new NoDriver(
          "JCuda has no native library for this platform: " + missing.getMessage(),
          0,
          "Linux on x86-64");
    }
  }

  private static List<GpuDevice> find(DriverLibrary library, DeviceSettings settings) {
    JCudaDriver.setExceptionsEnabled(false);
    int[] count = new int[1];
    int result = JCudaDriver.cuDeviceGetCount(count);
    if (result != 0 || count[0] == 0) {
      throw new NoDriver(
          "the driver shows no device", result, "CUDA_VISIBLE_DEVICES, or the rights of the user");
    }
    List<GpuDevice> devices = new ArrayList<>();
    ThreadValues<GpuDevice.Entered> current = new ThreadValues<>();
    for (int ordinal = 0; ordinal < count[0]; ordinal++) {
      devices.add(new GpuDevice(library, properties(ordinal), settings, current));
    }
    return devices;
  }

  private static DeviceProperties properties(int ordinal) {
    CUdevice device = handle(ordinal);
    long[] bytes = new long[1];
    byte[] name = new byte[TEXT_BYTES];
    String[] bus = new String[1];
    JCudaDriver.cuDeviceTotalMem(bytes, device);
    JCudaDriver.cuDeviceGetName(name, TEXT_BYTES, device);
    JCudaDriver.cuDeviceGetPCIBusId(bus, TEXT_BYTES, device);
    return new DeviceProperties(
        ordinal,
        text(name),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
        bytes[0],
        bus[0] == null ? "" : bus[0],
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
  }

  static CUdevice handle(int ordinal) {
    CUdevice device = new CUdevice();
    JCudaDriver.cuDeviceGet(device, ordinal);
    return device;
  }

  private static int attribute(int attribute, CUdevice device) {
    int[] value = new int[1];
    JCudaDriver.cuDeviceGetAttribute(value, attribute, device);
    return value[0];
  }

  private static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
