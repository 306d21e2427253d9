package jackfield.backend.cpu.pooling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Greatest elements of windows of volumes, their gradients, and images made from them. */
@Tag("slow")
final class VolumeMaximaTest {
  private static final int ROUNDS = 60;

  private final Twins twins = new Twins();

  private long[] numbers(int low, int most) {
    long[] numbers = new long[3];
    Arrays.setAll(numbers, dim -> low + twins.random.nextInt(most));
    return numbers;
  }

  private Tensor volumes(DType type, long... least) {
    long[] sizes = new long[5];
    sizes[0] = twins.random.nextInt(3);
    sizes[1] = 1L + twins.random.nextInt(3);
    Arrays.setAll(sizes, dim -> dim < 2 ? sizes[dim] : least[dim - 2] + twins.random.nextInt(7));
    long[] image = Arrays.copyOfRange(sizes, 1, 5);
    Tensor volumes =
        twins.random.nextInt(4) == 0
            ? twins.tensor(type, true, image)
            : twins.tensor(type, true, sizes);
    boolean isLast = volumes.rank() == 5 && twins.random.nextInt(4) == 0;
    return isLast ? twins.twin.permute(channelsLast(type, sizes), 0, 4, 1, 2, 3) : volumes;
  }

  private Tensor channelsLast(DType type, long... sizes) {
    return twins.tensor(type, true, sizes[0], sizes[2], sizes[3], sizes[4], sizes[1]);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"UINT8", "INT64", "FLOAT32", "FLOAT64"})
  void aWindowOfOneElementMayHaveAnyDilation(DType type) {
    long[] one = {1};
    long[] far = {40};
    long[] dilation = {Long.MAX_VALUE};
    Tensor volumes = twins.tensor(type, false, 1, 2, 3, 3, 3);
    Tensor planes = twins.tensor(type, false, 1, 2, 3, 3);
    for (long[] stride : new long[][] {one, far}) {
      var found =
          twins.fast.maxPool3dWithIndices(volumes, one, stride, new long[1], dilation, false);
      var flat = twins.fast.maxPool2dWithIndices(planes, one, stride, new long[1], dilation, false);
      var near = twins.twin.maxPool3dWithIndices(volumes, one, stride, new long[1], one, false);
      var nearFlat = twins.twin.maxPool2dWithIndices(planes, one, stride, new long[1], one, false);
      twins.expectSame("maxima of volumes", found.first(), near.first());
      twins.expectSame("positions in volumes", found.second(), near.second());
      twins.expectSame("maxima of planes", flat.first(), nearFlat.first());
      twins.expectSame("positions in planes", flat.second(), nearFlat.second());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128", "BOOL"})
  void maximaAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] kernel = numbers(1, 3);
      long[] stride = numbers(1, 3);
      long[] dilation = numbers(1, 2);
      long[] padding = new long[3];
      long[] least = new long[3];
      for (int dim = 0; dim < 3; dim++) {
        padding[dim] = twins.random.nextInt((int) kernel[dim] / 2 + 1);
        least[dim] = Math.max(1, dilation[dim] * (kernel[dim] - 1) + 1 - 2 * padding[dim]);
      }
      Tensor self = volumes(type, least);
      boolean isCeil = round % 2 == 0;
      var found = twins.fast.maxPool3dWithIndices(self, kernel, stride, padding, dilation, isCeil);
      var wanted = twins.twin.maxPool3dWithIndices(self, kernel, stride, padding, dilation, isCeil);
      twins.expectSame("maxima of " + self, found.first(), wanted.first());
      twins.expectSame("positions of " + self, found.second(), wanted.second());
      if (type.isFloating()) {
        // A window without elements has a position that may be outside; it has no gradient.
        long last = self.elementCount() == 0 ? 0 : image(self) - 1;
        Tensor indices = twins.twin.clamp(wanted.second(), Scalar.of(0L), Scalar.of(last));
        Tensor grad = twins.tensor(type, false, indices.sizes());
        twins.expectSame(
            "gradient of " + self,
            twins.fast.maxPool3dWithIndicesBackward(
                grad, self, kernel, stride, padding, dilation, isCeil, indices),
            twins.twin.maxPool3dWithIndicesBackward(
                grad, self, kernel, stride, padding, dilation, isCeil, indices));
      }
    }
  }

  private static long image(Tensor self) {
    int last = self.rank() - 1;
    return self.size(last) * self.size(last - 1) * self.size(last - 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void windowsThatDivideAVolumeAgree(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor self = volumes(type, 1, 1, 1);
      long[] size = numbers(1, 9);
      var found = twins.fast.adaptiveMaxPool3d(self, size);
      var expected = twins.twin.adaptiveMaxPool3d(self, size);
      String what = "adaptive_max_pool3d of " + self;
      twins.expectSame(what, found.first(), expected.first());
      twins.expectSame(what, found.second(), expected.second());
      Tensor grad = twins.tensor(type, false, found.first().sizes());
      twins.expectSame(
          "gradient of " + what,
          twins.fast.adaptiveMaxPool3dBackward(grad, self, found.second()),
          twins.twin.adaptiveMaxPool3dBackward(grad, self, found.second()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void elementsAtTheirPositionsAgree(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor self = volumes(type, 1, 1, 1);
      long[] size = numbers(1, 8);
      long last = size[0] * size[1] * size[2] - 1;
      Tensor any = twins.tensor(DType.INT64, false, self.sizes());
      Tensor positions = twins.twin.clamp(any, Scalar.of(0L), Scalar.of(last));
      long[] one = {1, 1, 1};
      twins.expectSame(
          "max_unpool3d of " + self,
          twins.fast.maxUnpool3d(self, positions, size, one, one),
          twins.twin.maxUnpool3d(self, positions, size, one, one));
      Tensor plane = self.rank() == 5 ? twins.twin.select(self, 2, 0) : self;
      Tensor places = self.rank() == 5 ? twins.twin.select(positions, 2, 0) : positions;
      long[] wide = {size[0] * size[1], size[2]};
      twins.expectSame(
          "max_unpool2d of " + plane,
          twins.fast.maxUnpool2d(plane, places, wide),
          twins.twin.maxUnpool2d(plane, places, wide));
    }
  }

  /** Equal greatest elements, several NaN, and nothing above the least number. */
  @Test
  void theFirstGreatestElementOrTheLastNanIsChosen() {
    long[] two = {2, 2, 2};
    for (double fill : new double[] {Double.NEGATIVE_INFINITY, Double.NaN, 3}) {
      Tensor self = HostData.tensor(new double[64], 1, 4, 4, 4);
      twins.twin.fill_(self, Scalar.of(fill));
      var found = twins.fast.maxPool3dWithIndices(self, two);
      var expected = twins.twin.maxPool3dWithIndices(self, two);
      twins.expectSame("maxima", found.first(), expected.first());
      twins.expectSame("positions", found.second(), expected.second());
    }
  }

  @Test
  void aPositionOutsideIsRefusedBeforeAnythingIsWritten() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 1, 2, 1, 2, 2);
    long[] one = {1, 1, 1};
    for (long wrong : new long[] {16, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor positions = HostData.tensor(new long[] {0, 1, 2, 3, 4, 5, 6, wrong}, 1, 2, 1, 2, 2);
      Tensor out = twins.twin.fill_(HostData.empty(DType.FLOAT32, 1, 2, 1, 4, 4), Scalar.of(7L));
      long[] size = {1, 4, 4};
      assertThatThrownBy(() -> twins.fast.maxUnpool3dOut(self, positions, size, one, one, out))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("has %d, expected 0 to 15".formatted(wrong));
      assertThat(HostData.floats(out)).containsOnly(7);
    }
  }

  @Test
  void anImageWithoutElementsRefusesEachPosition() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 1, 2, 2);
    Tensor positions = HostData.tensor(new long[4], 1, 2, 2);
    for (var aten : new Aten[] {twins.fast, twins.twin}) {
      assertThatThrownBy(() -> aten.maxUnpool2d(self, positions, 0, 3))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("has 0, expected 0 to -1");
    }
  }
}
