package jackfield.tools.conformance;

import jackfield.conformance.BackendConformance;
import jackfield.conformance.BundleComponent;
import jackfield.spi.Backend;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Repeats every recording, gradients included, with the fast kernels and the reference plugged. */
@Tag("slow")
final class FastCpuConformanceTest extends BackendConformance {
  @Override
  protected Backend backend() {
    return BundleComponent.backend("backend.cpu");
  }

  @Override
  protected List<String> operators() {
    return List.of();
  }

  @Override
  protected boolean comparesGradients() {
    return true;
  }
}
