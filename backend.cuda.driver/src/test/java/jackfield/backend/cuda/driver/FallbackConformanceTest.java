package jackfield.backend.cuda.driver;

import jackfield.conformance.BackendConformance;
import jackfield.cuda.standin.StandIn;
import jackfield.spi.Backend;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * Repeats all recordings on the device without any kernel for it: each call falls back to the CPU,
 * copies of tensors included.
 */
@Tag("slow") // compiles the stand-in with g++
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FallbackConformanceTest extends BackendConformance {
  private static final long MEMORY = 1L << 30;

  private final List<GpuDevices> opened = new ArrayList<>();

  @Override
  protected Backend backend() {
    StandIn standIn = TestDevice.standIn();
    standIn.memoryBytes(MEMORY);
    GpuDevices devices = GpuDevices.find(standIn.library().toString());
    opened.add(devices);
    return new FallbackBackend(new DeviceGroup(devices.devices()));
  }

  @Override
  protected List<String> operators() {
    return List.of();
  }

  /** Other tests of this process have a device with less memory. */
  @AfterAll
  void close() {
    opened.forEach(GpuDevices::close);
  }
}
