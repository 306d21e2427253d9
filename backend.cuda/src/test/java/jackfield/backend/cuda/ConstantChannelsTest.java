package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.NativeBatchNorm;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Batch normalization without eps of a channel whose elements are equal. */
@Tag("slow") // compiles all kernels with g++
final class ConstantChannelsTest {
  @Test
  void aConstantChannelIsItsBias() {
    try (PluggedCuda cuda = new PluggedCuda()) {
      Tensor input = cuda.move(HostData.tensor(new double[] {2, 1, 2, 2, 2, 4}, 3, 2));
      Tensor weight = cuda.move(HostData.tensor(new double[] {3, 2}, 2));
      Tensor bias = cuda.move(HostData.tensor(new double[] {.5, 1}, 2));
      NativeBatchNorm.Result found =
          cuda.aten().nativeBatchNorm(input, weight, bias, null, null, true, .1, 0);
      assertThat(cuda.read(found.first()))
          .containsExactly(new double[] {.5, -1.1381, .5, .4655, .5, 3.6726}, within(1e-4));
      assertThat(cuda.read(found.third())).containsExactly(new double[] {0, .8018}, within(1e-4));
    }
  }
}
