package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class HostDataTest {
  @Test
  void elementsOfATensorWithTenThousandDimensionsAreRead() {
    long[] sizes = new long[10_000];
    Arrays.fill(sizes, 1);
    sizes[5_000] = 2;
    sizes[9_999] = 2;
    float[] values = {1, 2, 3, 4};
    assertThat(HostData.floats(HostData.tensor(values, sizes))).containsExactly(values);
  }
}
