package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.conformance.BackendConformance;
import jackfield.spi.Backend;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Repeats the recordings of all operators, by the kernels compiled for the CPU. */
@Tag("thorough")
final class CudaConformanceTest extends BackendConformance {
  @Override
  protected Backend backend() {
    return new CudaBackend(new DeviceGroup(StandInDevice.devices().devices()));
  }

  @Override
  protected List<String> operators() {
    return List.of();
  }
}
