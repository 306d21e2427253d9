package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProductBodiesTest {
  /** A column that is repeated takes 16 bytes, whatever its inner size is. */
  @ParameterizedTest
  @CsvSource({"16, true", "1073741824, true", "1073741825, false", "4294967296, false"})
  void sumsThatTheKernelCannotCountAreNotForTensorCores(long inner, boolean isAccepted) {
    Tensor column = HostData.empty(DType.FLOAT16, 8);
    Tensor factor = column.alias(new long[] {8, inner}, new long[] {1, 0}, 0);
    assertThat(ProductBodies.isForTensorCores(factor, 0, 1)).isEqualTo(isAccepted);
  }
}
