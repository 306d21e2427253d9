package jackfield.backend.cuda;

import jackfield.conformance.BackendConformance;
import jackfield.spi.Backend;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Repeats the recordings of the operators that the backend claims, by the kernels compiled for the
 * CPU. With the system property {@code cuda.survey} those of all operators are repeated, to find
 * operators that have no kernel yet.
 */
@Tag("thorough")
final class CudaConformanceTest extends BackendConformance {
  @Override
  protected Backend backend() {
    return new CudaBackend(StandInDevice.devices().devices().getFirst());
  }

  @Override
  protected List<String> operators() {
    return Boolean.getBoolean("cuda.survey") ? List.of() : Claims.OPERATORS;
  }
}
