package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reductions in slices and products of several tiles agree with plain loops. */
@Tag("slow") // compiles all kernels with g++
final class ManyBlocksTest {
  private static final int COUNT = 20_011; // more than nine slices, of which the last is short
  private static final int ROWS = 131; // more than a tile, like the next two
  private static final int INNER = 37;
  private static final int COLUMNS = 70;

  private static PluggedCuda cuda; // set before the tests, as is the next field
  private static Aten aten;

  private final Random random = new Random(7);

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

  private double[] numbers(int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextInt(-8, 9) / 8.0); // exact in all types
    return numbers;
  }

  private Tensor onDevice(double[] values, long... sizes) {
    return cuda.move(HostData.tensor(values, sizes));
  }

  private double only(Tensor tensor) {
    return cuda.read(tensor)[0];
  }

  @Test
  void sumsAndNormsOfAllElementsAreThoseOfALoop() {
    double[] values = numbers(COUNT);
    Tensor x = onDevice(values, COUNT);
    double sum = Arrays.stream(values).sum();
    double squares = Arrays.stream(values).map(v -> v * v).sum();
    double variance = (squares - sum * sum / COUNT) / (COUNT - 1);
    assertThat(only(aten.sum(x))).isEqualTo(sum);
    assertThat(only(aten.mean(x))).isCloseTo(sum / COUNT, within(1e-15));
    assertThat(only(aten.var(x, null, Scalar.ONE, false))).isCloseTo(variance, within(1e-12));
    assertThat(only(aten.linalgVectorNorm(x, Scalar.of(2))))
        .isCloseTo(Math.sqrt(squares), within(1e-9));
  }

  @Test
  void theFirstOfEqualElementsIsFoundAcrossSlices() {
    double[] values = new double[COUNT];
    values[COUNT - 3] = 5;
    values[COUNT - 7000] = 5;
    values[17] = -5;
    Tensor x = onDevice(values, COUNT);
    assertThat(only(aten.argmax(x))).isEqualTo(COUNT - 7000);
    assertThat(only(aten.argmin(x))).isEqualTo(17);
    assertThat(only(aten.amax(x))).isEqualTo(5);
  }

  @Test
  void columnsAreReducedInSlices() {
    double[] values = numbers(3 * COUNT);
    double[] expected = new double[3];
    for (int i = 0; i < values.length; i++) {
      expected[i % 3] += values[i];
    }
    Tensor x = onDevice(values, COUNT, 3);
    assertThat(cuda.read(aten.sum(x, new long[] {0}, false))).containsExactly(expected);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "FLOAT16", "BFLOAT16", "INT32", "COMPLEX64"})
  void productsOfSeveralTilesAreThoseOfALoop(DType type) {
    double[] left = new double[ROWS * INNER];
    double[] right = new double[INNER * COLUMNS];
    Arrays.setAll(left, i -> random.nextInt(-2, 3));
    Arrays.setAll(right, i -> random.nextInt(-2, 3)); // sums are exact in all types
    double[] expected = new double[ROWS * COLUMNS];
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k < INNER; k++) {
        expected[i] += left[i / COLUMNS * INNER + k] * right[k * COLUMNS + i % COLUMNS];
      }
    }
    Tensor a = aten._toCopy(onDevice(left, ROWS, INNER), type);
    Tensor b = aten._toCopy(onDevice(right, INNER, COLUMNS), type);
    Tensor turned = aten._toCopy(aten.t(onDevice(transposed(right), COLUMNS, INNER)), type);
    assertThat(real(aten.mm(a, b))).containsExactly(expected);
    assertThat(real(aten.mm(a, turned))).containsExactly(expected);
  }

  private double[] real(Tensor tensor) {
    return cuda.read(tensor.dtype().isComplex() ? aten.real(tensor) : tensor);
  }

  private static double[] transposed(double[] right) {
    double[] turned = new double[right.length];
    Arrays.setAll(turned, i -> right[i % INNER * COLUMNS + i / INNER]);
    return turned;
  }

  /** The host's heap serves few elements, its quickselect and quicksort the others. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "INT64", "UINT8"})
  void equalElementsAreChosenAsOnTheHost(DType type) {
    for (int length : new int[] {1, 2, 5, 16, 17, 64, 300, 4096}) {
      double[] values = new double[3 * length];
      Arrays.setAll(values, i -> random.nextInt(1 + length / 4));
      if (type.isFloating()) {
        values[values.length / 2] = Double.NaN;
        values[values.length - 1] = Double.NaN;
      }
      Tensor near = aten._toCopy(HostData.tensor(values, 3, length), type);
      Tensor far = cuda.move(near);
      for (int k : new int[] {1, 1 + length / 64, 1 + length / 2, length}) {
        for (boolean largest : new boolean[] {false, true}) {
          long[] expected = HostData.longs(aten.topk(near, k, -1, largest, true).indices());
          Tensor found = aten.topk(far, k, -1, largest, true).indices();
          assertThat(HostData.longs(aten.to(found, Device.CPU, DType.INT64)))
              .as("%d of %d, largest: %s", k, length, largest)
              .containsExactly(expected);
        }
      }
    }
  }

  /**
   * Factors of 16 bits whose rows, or columns, are whole vectors; each stored both ways. Of these
   * sizes some are one tile of either kind, others several.
   */
  @ParameterizedTest
  @CsvSource({
    "FLOAT16, 104, 8, 136",
    "FLOAT16, 136, 72, 144",
    "FLOAT16, 264, 200, 272", // more slices than shared memory has
    "BFLOAT16, 104, 40, 136",
    "BFLOAT16, 136, 88, 272"
  })
  void productsOnTensorCoresAreThoseOfTheHost(DType type, int rows, int inner, int columns) {
    Tensor left = integers(type, rows, inner);
    Tensor right = integers(type, inner, columns);
    Tensor added = integers(type, columns);
    double[] expected = onHost(aten.addmm(wide(added), wide(left), wide(right)));
    for (Tensor a : new Tensor[] {left, aten.t(aten.contiguous(aten.t(left)))}) {
      for (Tensor b : new Tensor[] {right, aten.t(aten.contiguous(aten.t(right)))}) {
        Tensor found = aten.addmm(cuda.move(added), move(a), move(b));
        assertThat(cuda.read(found)).containsExactly(expected);
      }
    }
  }

  /** Moves a matrix and keeps which of its dimensions is dense. */
  private Tensor move(Tensor matrix) {
    return matrix.stride(1) == 1 ? cuda.move(matrix) : aten.t(cuda.move(aten.t(matrix)));
  }

  private Tensor integers(DType type, long... sizes) {
    int count = Math.toIntExact(Arrays.stream(sizes).reduce(1, Math::multiplyExact));
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextInt(-1, 2));
    return aten._toCopy(HostData.tensor(values, sizes), type);
  }

  private Tensor wide(Tensor tensor) {
    return aten._toCopy(tensor, DType.FLOAT64);
  }

  private double[] onHost(Tensor tensor) {
    return HostData.doubles(tensor);
  }

  /** More channels and places than a tile has; the gradient of the weight is summed in slices. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT16", "FLOAT64"})
  void convolutionsOfSeveralTilesAreThoseOfTheHost(DType type) {
    Tensor image = integers(type, 2, 6, 21, 17);
    Tensor weight = integers(type, 76, 3, 3, 2);
    Tensor bias = integers(type, 76);
    for (boolean isTransposed : new boolean[] {false, true}) {
      Tensor input = isTransposed ? integers(type, 2, 76, 11, 9) : image;
      Tensor offset = isTransposed ? integers(type, 6) : bias;
      Tensor result = convolution(input, weight, offset, isTransposed);
      Tensor found =
          convolution(cuda.move(input), cuda.move(weight), cuda.move(offset), isTransposed);
      assertThat(cuda.read(found)).containsExactly(onHost(wide(result)));
      Tensor gradient = integers(type, result.sizes());
      Tensor[] expected = gradients(gradient, input, weight, isTransposed);
      Tensor[] own =
          gradients(cuda.move(gradient), cuda.move(input), cuda.move(weight), isTransposed);
      for (int i = 0; i < expected.length; i++) {
        assertThat(cuda.read(own[i])).as("%d", i).containsExactly(onHost(wide(expected[i])));
      }
    }
  }

  @Test
  void windowsWhoseIndexesDoNotFit32BitsAreRefused() {
    Tensor image = cuda.move(integers(DType.FLOAT32, 1, 1, 4));
    Tensor weight = cuda.move(integers(DType.FLOAT32, 1, 1, 2));
    long vast = 1L << 32;
    for (long[] numbers : new long[][] {{vast, 0, 1}, {vast, vast, vast}, {1L << 62, 0, 1}}) {
      assertThatThrownBy(() ->
              aten.convolution(
                  image,
                  weight,
                  null,
                  new long[] {numbers[0]},
                  new long[] {numbers[1]},
                  new long[] {numbers[2]},
                  false,
                  new long[] {0},
                  1))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("stride");
    }
  }

  private static final long[] STRIDE = {2, 1};
  private static final long[] PADDING = {1, 0};
  private static final long[] DILATION = {1, 2};

  private Tensor convolution(Tensor input, Tensor weight, Tensor bias, boolean isTransposed) {
    return aten.convolution(
        input, weight, bias, STRIDE, PADDING, DILATION, isTransposed, new long[] {0, 0}, 2);
  }

  private Tensor[] gradients(Tensor of, Tensor input, Tensor weight, boolean isTransposed) {
    var all =
        aten.convolutionBackward(
            of,
            input,
            weight,
            new long[] {isTransposed ? 6 : 76},
            STRIDE,
            PADDING,
            DILATION,
            isTransposed,
            new long[] {0, 0},
            2,
            new boolean[] {true, true, true});
    return new Tensor[] {all.first(), all.second(), all.third()};
  }
}
