package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class StridesTest {
  @Test
  void gapsAreClosedAndTheOrderStays() {
    assertThat(Strides.dense(strided(longs(3, 4), longs(8, 2)))).containsExactly(4, 1);
    assertThat(Strides.dense(strided(longs(3, 4), longs(2, 8)))).containsExactly(1, 3);
    assertThat(Strides.dense(strided(longs(3, 4), longs(1, 3)))).containsExactly(1, 3);
  }

  @Test
  void repeatedDimensionsStayWhereTheyAre() {
    assertThat(Strides.dense(strided(longs(3, 4), longs(1, 0)))).containsExactly(4, 1);
    assertThat(Strides.dense(strided(longs(2, 3, 4), longs(0, 1, 3)))).containsExactly(12, 1, 3);
  }

  private static Tensor strided(long[] sizes, long[] strides) {
    return HostData.empty(DType.FLOAT32, 64).alias(sizes, strides, 0);
  }
}
