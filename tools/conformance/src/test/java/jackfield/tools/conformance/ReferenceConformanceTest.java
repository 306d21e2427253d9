package jackfield.tools.conformance;

import jackfield.conformance.BackendConformance;
import jackfield.conformance.BundleComponent;
import jackfield.spi.Backend;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Repeats every recording, gradients and programs included, with the reference backend. */
@Tag("slow")
final class ReferenceConformanceTest extends BackendConformance {
  @Override
  protected Backend backend() {
    return BundleComponent.backend("backend.cpu.reference");
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
