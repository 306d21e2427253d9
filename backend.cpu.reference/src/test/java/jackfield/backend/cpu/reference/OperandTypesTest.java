package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which types of operands composite operators and rules take, and the types of their results. */
final class OperandTypesTest {
  private static final long NONE = 0;
  private static final long MEAN = 1;
  private static final long[] TWO = {2, 2};
  private static final long[] ONE = {1, 1};

  private final Aten aten = Plugged.aten();

  private static Tensor ones(DType type, long... sizes) {
    long count = 1;
    for (long size : sizes) {
      count *= size;
    }
    double[] values = new double[(int) count];
    Arrays.fill(values, 1);
    return Plugged.tensor(type, sizes, values);
  }

  /** Calls with one type that PyTorch does not take, and with another that it takes. */
  private enum Call {
    GLU(DType.INT32, DType.FLOAT16),
    PRELU(DType.BOOL, DType.BFLOAT16),
    KL_DIV(DType.INT64, DType.FLOAT32),
    HINGE(DType.UINT8, DType.FLOAT64),
    GRU(DType.INT64, DType.FLOAT32),
    LSTM(DType.INT8, DType.COMPLEX64),
    VANDER(DType.FLOAT16, DType.INT16),
    POOL(DType.BFLOAT16, DType.INT64),
    GRID(DType.FLOAT16, DType.INT32),
    HISTOGRAM(DType.BFLOAT16, DType.FLOAT32),
    WEIGHTS(DType.COMPLEX64, DType.BFLOAT16),
    SLICES(DType.BOOL, DType.INT16);

    private final DType refused;
    private final DType taken;

    Call(DType refused, DType taken) {
      this.refused = refused;
      this.taken = taken;
    }

    private Function<DType, Object> on(Aten aten) {
      return switch (this) {
        case GLU -> type -> aten.glu(ones(type, 4), 0);
        case PRELU -> type -> aten.prelu(ones(type, 4), ones(type, 1));
        case KL_DIV -> type -> aten.klDiv(ones(DType.FLOAT32, 4), ones(type, 4));
        case HINGE -> type -> aten.hingeEmbeddingLoss(ones(type, 4), ones(type, 4), 1, MEAN);
        case GRU ->
            type ->
                aten.gruCell(
                    ones(type, 1, 2), ones(type, 1, 2), ones(type, 6, 2), ones(type, 6, 2));
        case LSTM ->
            type -> {
              Tensor[] state = {ones(type, 1, 2), ones(type, 1, 2)};
              return aten.lstmCell(ones(type, 1, 2), state, ones(type, 8, 2), ones(type, 8, 2));
            };
        case VANDER -> type -> aten.linalgVander(ones(type, 4));
        case POOL -> type -> aten.avgPool3d(ones(type, 1, 1, 2, 2, 2), 2, 2, 2);
        case GRID ->
            type -> aten.affineGridGenerator(ones(type, 1, 2, 3), new long[] {1, 1, 1, 2}, true);
        case HISTOGRAM -> type -> aten.histogramdd(ones(type, 4, 2), 2L);
        case WEIGHTS -> type -> aten._weightNorm(ones(type, 2, 2), ones(type, 2, 1), 0);
        case SLICES ->
            type ->
                aten.indexReduce(
                    ones(type, 2, 2), 0, vector(DType.INT64, 0), ones(type, 1, 2), "mean", false);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTypeThatPyTorchDoesNotTakeIsRefused(Call call) {
    Function<DType, Object> operator = call.on(aten);
    assertThat(operator.apply(call.taken)).isNotNull();
    assertThatThrownBy(() -> operator.apply(call.refused)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void halvesAreTakenWhereNoScalarIsMadeOfThem() {
    Tensor maps = ones(DType.FLOAT16, 1, 2, 3);
    Tensor points = ones(DType.FLOAT16, 4, 2);
    long[] size = {1, 1, 2, 2};
    double[] range = {0, 2, 0, 2};
    assertThat(aten.affineGridGenerator(maps, size, true).dtype()).isEqualTo(DType.FLOAT16);
    assertThat(elements(aten.histogramdd(points, 2L, range).hist())).containsExactly(0, 0, 0, 4);
  }

  @Test
  void operandsOfTwoTypesAreRefused() {
    Tensor doubles = ones(DType.FLOAT64, 2, 2);
    Tensor floats = ones(DType.FLOAT32, 2, 2);
    Tensor row = ones(DType.FLOAT32, 2, 1);
    assertThatThrownBy(() -> aten.linalgVecdot(doubles, floats)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.cdist(doubles, floats)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten._weightNorm(doubles, row)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.gluBackward(row, doubles, 1)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.binaryCrossEntropyBackward(doubles, floats, floats))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.huberLossBackward(floats, floats, doubles, NONE, 1))
        .isInstanceOf(TypeMismatch.class);
    assertThat(aten._weightNorm(doubles, ones(DType.FLOAT16, 2, 1)).dtype())
        .isEqualTo(DType.FLOAT64);
  }

  // ---- convolutions by the names of kernels

  @Test
  void slowConvolutionsRefuseComplexNumbersAndNarrowIntegers() {
    for (DType type : new DType[] {DType.COMPLEX64, DType.INT32}) {
      Tensor image = ones(type, 1, 1, 4, 4);
      Tensor taps = ones(type, 1, 1, 2, 2);
      assertThatThrownBy(() -> aten.slowConvTranspose2d(image, taps, TWO))
          .isInstanceOf(TypeMismatch.class);
      assertThatThrownBy(() -> aten.slowConvDilated2d(image, taps, TWO, null, ONE, ONE, TWO))
          .isInstanceOf(TypeMismatch.class);
    }
    Tensor sums = aten.slowConvTranspose2d(ones(DType.INT64, 1, 1, 1, 1), longTaps(), TWO);
    assertThat(elements(sums)).containsExactly(1, 1, 1, 1);
  }

  private static Tensor longTaps() {
    return ones(DType.INT64, 1, 1, 2, 2);
  }

  @Test
  void aBiasOfAnotherTypeIsConvertedBySlowConvolutions() {
    long[] window = {1, 1, 1};
    Tensor one = ones(DType.FLOAT32, 1, 1, 1, 1, 1);
    Tensor sum = aten.slowConv3d(one, one, window, vector(DType.INT16, 3));
    assertThat(sum.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(elements(sum)).containsExactly(4);
  }

  // ---- losses

  @ParameterizedTest
  @CsvSource({
    "FLOAT32, FLOAT64, FLOAT32, FLOAT32, FLOAT64",
    "BFLOAT16, FLOAT64, BFLOAT16, BFLOAT16, FLOAT64",
    "FLOAT64, FLOAT16, FLOAT64, FLOAT64, FLOAT16"
  })
  void aLossHasTheTypeOfTheTensorThatIsWritten(
      DType self, DType target, DType huber, DType softMargin, DType crossEntropy) {
    Tensor input = ones(self, 2);
    Tensor other = ones(target, 2);
    assertThat(aten.huberLoss(input, other).dtype()).isEqualTo(huber);
    assertThat(aten.softMarginLoss(input, other).dtype()).isEqualTo(softMargin);
    assertThat(aten.binaryCrossEntropyWithLogits(input, other).dtype()).isEqualTo(crossEntropy);
    assertThat(aten.softMarginLossBackward(ones(DType.FLOAT64, 2), input, other, NONE).dtype())
        .isEqualTo(self);
  }

  @Test
  void aLossIsNotWrittenIntoIntegers() {
    Tensor floats = ones(DType.FLOAT32, 2);
    Tensor bytes = ones(DType.UINT8, 2);
    assertThatThrownBy(() -> aten.huberLoss(bytes, floats)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.softMarginLoss(bytes, floats)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.binaryCrossEntropyWithLogits(floats, bytes))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.softMarginLossBackward(floats, bytes, floats, NONE))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void oneOperandOfADistanceMayBeBool() {
    Tensor truth = ones(DType.BOOL, 2);
    Tensor threes = vector(DType.FLOAT32, 3, 3);
    assertThat(elements(aten.mseLoss(truth, threes, NONE))).containsExactly(4, 4);
    assertThat(elements(aten.smoothL1Loss(threes, truth, NONE))).containsExactly(1.5, 1.5);
    assertThat(elements(aten.huberLoss(threes, truth, NONE))).containsExactly(1.5, 1.5);
  }

  @Test
  void theGradientOfSquaresTakesOneTypeOnly() {
    Tensor bytes = vector(DType.UINT8, 5, 4);
    Tensor grad = ones(DType.UINT8, 2);
    Tensor target = vector(DType.UINT8, 2, 4);
    assertThat(elements(aten.mseLossBackward(grad, bytes, target, NONE))).containsExactly(6, 0);
    assertThat(elements(aten.mseLossBackward(grad, bytes, target, MEAN))).containsExactly(3, 0);
    assertThatThrownBy(() -> aten.mseLossBackward(ones(DType.FLOAT32, 2), bytes, target, NONE))
        .isInstanceOf(TypeMismatch.class);
  }

  // ---- normalizations

  @Test
  void gradientsOfNormalizationsTakeStatisticsOfOneType() {
    Tensor input = ones(DType.FLOAT32, 1, 2);
    Tensor rows = ones(DType.FLOAT32, 1, 1);
    Tensor narrow = ones(DType.FLOAT16, 1, 1);
    Tensor weight = ones(DType.FLOAT32, 2);
    Tensor bools = ones(DType.BOOL, 2);
    long[] shape = {2};
    boolean[] all = {true, true, true};
    assertThatThrownBy(() ->
            aten.nativeLayerNormBackward(input, input, shape, rows, narrow, weight, weight, all))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(
            () -> aten.nativeGroupNormBackward(input, input, narrow, rows, weight, 1, 2, 1, 1, all))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() ->
            aten.nativeBatchNormBackward(
                input, input, weight, bools, weight, weight, weight, true, 0, all))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void theParametersOfALayerNormalizationHaveOneType() {
    Tensor input = ones(DType.BFLOAT16, 1, 2);
    Tensor floats = ones(DType.FLOAT32, 2);
    long[] shape = {2};
    assertThat(aten.nativeLayerNorm(input, shape, floats, floats, 1).first().dtype())
        .isEqualTo(DType.BFLOAT16);
    Tensor narrow = ones(DType.BFLOAT16, 2);
    assertThatThrownBy(() -> aten.nativeLayerNorm(input, shape, floats, narrow, 1))
        .isInstanceOf(TypeMismatch.class);
  }
}
