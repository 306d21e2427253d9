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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class MaxPoolKernelsTest {
  private final Twins twins = new Twins();

  /** The arguments of a call. */
  private record Windows(
      long[] kernel, long[] stride, long[] padding, long[] dilation, boolean isCeil) {
    /** Returns a size of the image that has at least one window, whose taps may be over padding. */
    long least(int dim) {
      return Math.max(1, dilation[dim] * (kernel[dim] - 1) + 1 - 2 * padding[dim]);
    }
  }

  private long[] pair(int low, int most) {
    return new long[] {low + twins.random.nextInt(most), low + twins.random.nextInt(most)};
  }

  private Windows windows() {
    long[] kernel = pair(1, 4);
    long[] padding = {
      twins.random.nextInt((int) kernel[0] / 2 + 1), twins.random.nextInt((int) kernel[1] / 2 + 1)
    };
    return new Windows(kernel, pair(1, 3), padding, pair(1, 3), twins.random.nextBoolean());
  }

  private void agree(Windows w, Tensor self) {
    var found =
        twins.fast.maxPool2dWithIndices(self, w.kernel, w.stride, w.padding, w.dilation, w.isCeil);
    var expected =
        twins.twin.maxPool2dWithIndices(self, w.kernel, w.stride, w.padding, w.dilation, w.isCeil);
    twins.expectSame("maxima of " + w, found.first(), expected.first());
    twins.expectSame("positions of " + w, found.second(), expected.second());
    // A window without elements has a position that may be outside; it has no gradient.
    long last = self.size(self.rank() - 2) * self.size(self.rank() - 1) - 1;
    Tensor positions = twins.twin.clamp(expected.second(), Scalar.of(0L), Scalar.of(last));
    if (self.dtype().isFloating()) {
      Tensor grad = twins.tensor(self.dtype(), false, expected.first().sizes());
      twins.expectSame(
          "gradient of " + w,
          gradient(twins.fast, w, grad, self, positions),
          gradient(twins.twin, w, grad, self, positions));
    }
  }

  private static Tensor gradient(Aten aten, Windows w, Tensor grad, Tensor self, Tensor positions) {
    return aten.maxPool2dWithIndicesBackward(
        grad, self, w.kernel, w.stride, w.padding, w.dilation, w.isCeil, positions);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128", "BOOL"})
  void maximaAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < 80; round++) {
      Windows w = windows();
      int most = round % 20 == 0 ? 90 : 9;
      long high = w.least(0) + twins.random.nextInt(most);
      long wide = w.least(1) + twins.random.nextInt(most);
      long channels = 1L + twins.random.nextInt(3);
      boolean isBatch = twins.random.nextInt(4) > 0;
      Tensor self =
          isBatch
              ? twins.tensor(type, true, twins.random.nextInt(3), channels, high, wide)
              : twins.tensor(type, true, channels, high, wide);
      agree(w, self);
    }
  }

  /** Adjacent pairs of pairs, which have a kernel of their own; of all widths of a vector. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void pairsAgreeWithTheirTwin(DType type) {
    long[] two = {2, 2};
    Windows pairs = new Windows(two, two, new long[] {0, 0}, new long[] {1, 1}, false);
    for (int width = 2; width < 75; width++) {
      Tensor self = twins.tensor(type, true, 1 + width % 2, 3, 2 + width % 5, width);
      agree(pairs, self);
      Tensor few = twins.twin.round(twins.twin.mul(self, 0.7)); // with many equal elements
      agree(pairs, few);
      agree(pairs, twins.twin.narrow(self, 3, width % 2, width - width % 2));
    }
    Tensor least = HostData.tensor(new float[64], 1, 1, 4, 16);
    agree(pairs, twins.twin.fill_(least, Scalar.of(Double.NEGATIVE_INFINITY)));
    agree(pairs, twins.twin.fill_(least, Scalar.of(Double.NaN)));
    agree(
        new Windows(two, two, new long[] {0, 0}, new long[] {1, 1}, true),
        twins.tensor(type, true, 2, 9, 33));
  }

  /** Windows with more taps than a band keeps, far apart, or almost without an image. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT16", "INT8", "INT64"})
  void unusualWindowsAgreeWithTheirTwin(DType type) {
    long[] none = {0, 0};
    long[] one = {1, 1};
    long[] far = {1L << 62, 1L << 62};
    Tensor self = twins.tensor(type, true, 2, 1, 70, 66);
    agree(new Windows(new long[] {70, 66}, one, none, one, false), self);
    agree(new Windows(new long[] {65, 64}, new long[] {3, 2}, none, one, false), self);
    agree(new Windows(new long[] {2, 3}, far, none, one, false), self);
    agree(new Windows(new long[] {1, 1}, one, none, far, false), self);
    Tensor small = twins.tensor(type, true, 1, 2, 1, 2);
    agree(new Windows(new long[] {101, 100}, one, new long[] {50, 50}, one, false), small);
    agree(new Windows(new long[] {2, 2}, one, one, new long[] {2, 3}, false), small);
  }

  @Test
  void aPositionOutsideOfThePlaneIsRefusedBeforeAnythingIsWritten() {
    long[] two = {2, 2};
    long[] zero = {0, 0};
    long[] one = {1, 1};
    Tensor self = twins.tensor(DType.FLOAT32, false, 1, 2, 4, 4);
    Tensor grad = twins.tensor(DType.FLOAT32, false, 1, 2, 2, 2);
    for (long wrong : new long[] {16, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor positions = HostData.tensor(new long[] {0, 1, 2, 3, 4, 5, 6, wrong}, 1, 2, 2, 2);
      Tensor out = twins.twin.fill_(HostData.empty(DType.FLOAT32, 1, 2, 4, 4), Scalar.of(7L));
      assertThatThrownBy(() ->
              twins.fast.maxPool2dWithIndicesBackwardOut(
                  grad, self, two, two, zero, one, false, positions, out))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("has %d, expected 0 to 15".formatted(wrong));
      assertThat(HostData.floats(out)).containsOnly(7);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void windowsThatDivideAPlaneAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {3, 1 + round % 2, 1 + round, 1 + twins.random.nextInt(30)};
      Tensor self = twins.tensor(type, true, sizes);
      long[] size = {1 + twins.random.nextInt(9), 1 + twins.random.nextInt(40)};
      var found = twins.fast.adaptiveMaxPool2d(self, size);
      var expected = twins.twin.adaptiveMaxPool2d(self, size);
      String what = "adaptive_max_pool2d of " + self;
      twins.expectSame(what, found.first(), expected.first());
      twins.expectSame(what, found.second(), expected.second());
      Tensor grad = twins.tensor(type, false, found.first().sizes());
      twins.expectSame(
          "gradient of " + what,
          twins.fast.adaptiveMaxPool2dBackward(grad, self, found.second()),
          twins.twin.adaptiveMaxPool2dBackward(grad, self, found.second()));
    }
  }
}
