package jackfield.tools.conformance;

import jackfield.conformance.BackendConformance;
import jackfield.conformance.BundleComponent;
import jackfield.spi.Backend;
import java.util.List;

/** Every recording against the reference, gradients and programs among them. */
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
