package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fourier transforms of other lengths than the recorded ones are those of the host. */
@Tag("slow") // compiles all kernels with g++
final class FourierTest {
  private static final long FORWARD = 0; // no normalization

  private static PluggedCuda cuda; // set before the tests, as is the next field
  private static Aten aten;

  private final Random random = new Random(11);

  @BeforeAll
  static void plug() {
    cuda = new PluggedCuda();
    aten = cuda.aten();
  }

  @AfterAll
  static void close() {
    if (cuda != null) {
      cuda.close();
    }
  }

  private Tensor numbers(long... sizes) {
    int count = Math.toIntExact(Arrays.stream(sizes).reduce(1, Math::multiplyExact));
    double[] values = new double[count];
    Arrays.setAll(values, _ -> random.nextDouble(-1, 1));
    return HostData.tensor(values, sizes);
  }

  private Tensor complexNumbers(long... sizes) {
    return aten.complex(numbers(sizes), numbers(sizes));
  }

  private static void assertSame(Tensor found, Tensor expected, double tolerance) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    Tensor difference =
        aten.abs(aten.sub(aten._toCopy(found, null, null, expected.device()), expected));
    double[] values = HostData.doubles(difference);
    for (double value : values) {
      assertThat(value).isCloseTo(0, within(tolerance));
    }
  }

  /** Small factors, prime ones up to the largest radix, and lengths of Bluestein's convolution. */
  @ParameterizedTest
  @CsvSource({
    "1", "2", "61", "64", "67", "77", "360", "509", "2018", "4096", "5041", "6561", "8192"
  })
  void lengthsOfAllKinds(long length) {
    Tensor x = complexNumbers(2, length, 3);
    long[] dim = {1};
    for (boolean isForward : new boolean[] {true, false}) {
      assertSame(
          aten._fftC2c(cuda.move(x), dim, FORWARD, isForward),
          aten._fftC2c(x, dim, FORWARD, isForward),
          1e-12 * length);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 7", "8, 67", "9, 6", "12, 134"})
  void realNumbersThereAndBack(long rows, long columns) {
    Tensor x = numbers(rows, 2, columns);
    long[] dims = {0, 2};
    Tensor half = aten._fftR2c(x, dims, FORWARD, true);
    assertSame(aten._fftR2c(cuda.move(x), dims, FORWARD, true), half, 1e-10);
    assertSame(aten._fftR2c(cuda.move(x), dims, 1, false), aten._fftR2c(x, dims, 1, false), 1e-10);
    assertSame(
        aten._fftC2r(cuda.move(half), dims, 2, columns),
        aten._fftC2r(half, dims, 2, columns),
        1e-12);
    assertSame(aten._fftC2r(cuda.move(half), dims, 2, columns), x, 1e-12);
  }

  @Test
  void float32AndViews() {
    Tensor x = aten._toCopy(numbers(6, 5, 10), DType.FLOAT32);
    Tensor view = aten.transpose(aten.slice(x, 2, 1L, 9L, 2), 0, 2);
    Tensor there = aten.transpose(aten.slice(cuda.move(x), 2, 1L, 9L, 2), 0, 2);
    long[] dims = {0, 1};
    assertSame(
        aten._fftR2c(there, dims, FORWARD, true), aten._fftR2c(view, dims, FORWARD, true), 1e-5);
  }
}
