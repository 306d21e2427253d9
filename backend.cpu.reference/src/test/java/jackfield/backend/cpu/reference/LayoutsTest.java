package jackfield.backend.cpu.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** The strides of results, where they are not those of the first input. libtorch 2.6 gave them. */
final class LayoutsTest {
  private static final long[] TWO = {2, 2, 2};
  private static final long[] ONE = {1, 1, 1};
  private static final long[] NONE = {0, 0, 0};

  private final Aten aten = Plugged.aten();
  private final Tensor columns = aten.t(filled(DType.FLOAT32, 5, 4));

  private Tensor filled(DType type, long... sizes) {
    return aten.fill_(HostData.empty(type, sizes), Scalar.of(0.5));
  }

  private Tensor volumes(DType type, long... sizes) {
    return aten.contiguous(filled(type, sizes), MemoryFormat.CHANNELS_LAST_3D);
  }

  @Test
  void averagesOfVolumesAreRowMajorAndMaximaKeepTheFormat() {
    Tensor image = volumes(DType.FLOAT32, 2, 3, 4, 4, 4);
    Tensor mean = aten.avgPool3d(image, TWO, TWO, NONE, false, true, null);
    assertThat(mean.strides()).containsExactly(24, 8, 4, 2, 1);
    Tensor grad = aten.avgPool3dBackward(mean, image, TWO, TWO, NONE, false, true, null);
    assertThat(grad.isContiguous()).isTrue();
    assertThat(aten.adaptiveMaxPool3d(image, TWO).first().isContiguous()).isTrue();
    assertThat(aten._adaptiveAvgPool3d(image, TWO).isContiguous()).isTrue();
    Tensor max = aten.maxPool3dWithIndices(image, TWO, TWO, NONE, ONE, false).first();
    assertThat(max.strides()).containsExactly(24, 1, 12, 6, 3);
  }

  @Test
  void maximaRefuseVolumesWithoutABatchInTheFormatOfPlanes() {
    Tensor image = aten.contiguous(filled(DType.FLOAT32, 3, 4, 4, 4), MemoryFormat.CHANNELS_LAST);
    assertThatThrownBy(() -> aten.maxPool3dWithIndices(image, TWO, TWO, NONE, ONE, false))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void gradientsOfResampledImagesKeepTheFormatUnlessTheyAreCubic() {
    Tensor planes = aten.contiguous(filled(DType.FLOAT32, 1, 2, 4, 4), MemoryFormat.CHANNELS_LAST);
    long[] sizes = {4, 4};
    long[] input = {1, 2, 2, 2};
    Tensor linear = aten.upsampleBilinear2dBackward(planes, sizes, input, false, null, null);
    assertThat(linear.strides()).containsExactly(8, 1, 4, 2);
    Tensor cubic = aten.upsampleBicubic2dBackward(planes, sizes, input, false, null, null);
    assertThat(cubic.strides()).containsExactly(8, 4, 2, 1);
  }

  @Test
  void convolutionsOfVolumesKeepTheFormatInTheTypesOfTheLibrary() {
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      Tensor image = volumes(type, 2, 2, 3, 3, 3);
      Tensor weight = filled(type, 3, 2, 2, 2, 2);
      Tensor result = aten.convolution(image, weight, null, ONE, NONE, ONE, false, NONE, 1);
      assertThat(result.stride(1)).isEqualTo(type == DType.FLOAT32 ? 1 : 8);
      assertThat(Plugged.elements(aten.contiguous(result))).containsOnly(4);
    }
  }

  @Test
  void someGradientsFollowTheInputFirst() {
    Tensor grad = filled(DType.FLOAT32, 4, 5);
    assertThat(aten.thresholdBackward(grad, columns, Scalar.ONE).strides()).containsExactly(1, 4);
    assertThat(aten.leakyReluBackward(grad, columns, Scalar.ONE, false).strides())
        .containsExactly(1, 4);
    assertThat(aten.hardshrinkBackward(grad, columns, Scalar.ONE).strides()).containsExactly(5, 1);
  }

  @Test
  void gradientsOfLossesAreRowMajorAndOutHasTheLayoutOfTheInputs() {
    assertThat(aten.mseLossBackward(columns, columns, columns, 0).strides()).containsExactly(5, 1);
    Tensor out = HostData.empty(DType.FLOAT32, 0);
    assertThat(aten.mseLossBackwardOut(columns, columns, columns, 0, out).strides())
        .containsExactly(1, 4);
    assertThat(aten.mseLossOut(columns, columns, 0, HostData.empty(DType.FLOAT32, 0)).strides())
        .containsExactly(1, 4);
  }

  @Test
  void writtenCopiesBecomeRowMajorIfTheOutputIsResized() {
    Tensor index = HostData.tensor(new long[] {1}, 1);
    Tensor given = HostData.empty(DType.FLOAT32, 0);
    assertThat(aten.indexFill(columns, 0, index, Scalar.ONE).strides()).containsExactly(1, 4);
    assertThat(aten.indexFillOut(columns, 0, index, Scalar.ONE, given).strides())
        .containsExactly(5, 1);
  }

  @Test
  void someResultsAreRowMajorWhateverTheInputIs() {
    assertThat(aten.renorm(columns, Scalar.of(2), 0, Scalar.ONE).strides()).containsExactly(5, 1);
    Tensor square = aten.t(filled(DType.FLOAT32, 3, 3));
    assertThat(aten.linalgMatrixPower(square, 0).strides()).containsExactly(3, 1);
    Tensor classes = aten.t(aten.zeros(new long[] {3, 2}, DType.INT64, null, null));
    assertThat(aten.oneHot(classes, 4).strides()).containsExactly(12, 4, 1);
  }

  @Test
  void indexedElementsFollowTheOrderOfTheIndexesAndOfTheIndexedTensor() {
    Tensor index = aten.t(HostData.tensor(new long[] {0, 1, 1, 0}, 2, 2));
    Tensor rows = filled(DType.FLOAT32, 4, 5);
    assertThat(aten.index(rows, new Tensor[] {index}).strides()).containsExactly(5, 10, 1);
    Tensor turned = aten.transpose(filled(DType.FLOAT32, 2, 4, 3), 1, 2);
    Tensor one = HostData.tensor(new long[] {1, 0}, 2);
    assertThat(aten.index(turned, new Tensor[] {one}).strides()).containsExactly(12, 1, 3);
  }

  @Test
  void replacedViewsKeepGapsBetweenElements() {
    Tensor stepped = filled(DType.FLOAT32, 4, 10).alias(new long[] {4, 5}, new long[] {10, 2}, 0);
    Tensor result = aten.selectScatter(stepped, filled(DType.FLOAT32, 5), 0, 1);
    assertThat(result.strides()).containsExactly(10, 2);
  }

  @Test
  void aCopyInAnotherShapeNeedsNoView() {
    Tensor copy = aten.viewCopy(columns, 20);
    assertThat(copy.sizes()).containsExactly(20);
    assertThat(copy.storage()).isNotSameAs(columns.storage());
    assertThat(aten.viewCopy(copy, 4, 5).storage()).isNotSameAs(copy.storage());
  }

  @Test
  void inverseTransformsOfRealNumbersAreWrittenInTheirTypeOnly() {
    Tensor real = filled(DType.FLOAT32, 4);
    Tensor wide = HostData.empty(DType.COMPLEX128, 4);
    assertThatThrownBy(() -> aten.fftIfftOut(real, null, -1, null, wide))
        .isInstanceOf(TypeMismatch.class);
    assertThat(aten.fftFftOut(real, null, -1, null, wide)).isSameAs(wide);
  }

  @Test
  void wholeNumbersAreSpacedBetweenWholeBounds() {
    Tensor start = Plugged.vector(DType.FLOAT64, -1.609);
    Tensor first = aten.reshape(start);
    Tensor end = aten.reshape(HostData.tensor(new long[] {2}, 1));
    Tensor numbers = aten.linspace(first, end, 4, DType.INT64, null, null, null);
    assertThat(Plugged.elements(numbers)).containsExactly(-1, 0, 1, 2);
    Tensor one = aten.linspace(first, end, 1, DType.FLOAT64, null, null, null);
    assertThat(one.storage()).isNotSameAs(start.storage());
  }

  @Test
  void truthInBytesIsThatOfTheElementsAsBytes() {
    Tensor halves = filled(DType.FLOAT32, 3);
    Tensor bytes = HostData.empty(DType.UINT8);
    assertThat(Plugged.elements(aten.allOut(halves, bytes))).containsExactly(0);
    assertThat(Plugged.elements(aten.allOut(filled(DType.FLOAT32, 1), bytes))).containsExactly(1);
  }

  @Test
  void theGradientOfLogSigmoidReadsTheExponentials() {
    Tensor grad = Plugged.vector(DType.FLOAT64, 1, 1);
    Tensor self = Plugged.vector(DType.FLOAT64, -1, 1);
    Tensor powers = Plugged.vector(DType.FLOAT64, 1, 3);
    assertThat(Plugged.elements(aten.logSigmoidBackward(grad, self, powers)))
        .containsExactly(0.5, 0.75);
  }

  /** The buffer takes part in broadcasting on the host, so it does on Meta. */
  @Test
  void theGradientOfTheLogarithmOfTheSigmoidHasTheSizesOfItsBufferOnMetaToo() {
    Tensor self = filled(DType.FLOAT32);
    Tensor buffer = filled(DType.FLOAT32, 1, 1);
    Tensor near = aten.logSigmoidBackward(self, self, buffer);
    Tensor number = onMeta(self);
    Tensor far = aten.logSigmoidBackward(number, number, onMeta(buffer));
    assertThat(far.sizes()).isEqualTo(near.sizes()).containsExactly(1, 1);
    assertThat(far.strides()).isEqualTo(near.strides());
  }

  private Tensor onMeta(Tensor like) {
    return aten.emptyStrided(like.sizes(), like.strides(), like.dtype(), null, Device.META);
  }
}
