package jackfield.backend.nil;

import jackfield.conformance.BackendConformance;
import jackfield.spi.Backend;
import java.util.List;

/**
 * Repeats the recordings of the operators that the backend claims; {@code waivers.txt} lists the
 * exceptions.
 */
final class NilConformanceTest extends BackendConformance {
  @Override
  protected Backend backend() {
    return new NilBackend();
  }

  @Override
  protected List<String> operators() {
    return List.of(
        """
        empty zeros ones full eye zeros_like ones_like new_zeros fill_ copy_ clone contiguous \
        to _to_copy add add_ sub sub_ mul mul_ div.Scalar div.Tensor div.out div_.Scalar \
        div_.Tensor neg relu relu_ sum view reshape transpose t permute expand select slice unsqueeze squeeze detach\
        """
            .split(" "));
  }
}
