package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.conformance.BackendConformance;
import jackfield.cuda.standin.StandIn;
import jackfield.spi.Backend;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Repeats the recordings on the second of two devices; the first one has no work meanwhile. */
@Tag("thorough")
final class SecondDeviceConformanceTest extends BackendConformance {
  private static StandIn standIn;
  private static long before; // kernels of the first device

  @BeforeAll
  static void count() {
    standIn = StandInDevice.load();
    try (GpuDevices devices = StandInDevice.devices()) {
      devices.devices().getFirst().context().awaitIdleBlocking(); // work of other tests
    }
    before = standIn.launches(0);
  }

  @AfterAll
  static void theFirstDeviceHadNoWork() {
    assertThat(standIn.launches(0)).isEqualTo(before);
    assertThat(standIn.launches(1)).isPositive();
  }

  @Override
  protected Backend backend() {
    List<GpuDevice> devices = StandInDevice.two().devices();
    GpuDevice.Entered _ = devices.getLast().enter(); // to the end of these devices
    return new CudaBackend(new DeviceGroup(devices));
  }

  @Override
  protected List<String> operators() {
    return List.of();
  }
}
