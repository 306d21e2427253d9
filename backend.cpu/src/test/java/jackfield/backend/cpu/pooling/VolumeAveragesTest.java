package jackfield.backend.cpu.pooling;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Averages of windows of volumes, and their gradient. */
@Tag("slow")
final class VolumeAveragesTest {
  private static final int ROUNDS = 60;
  private static final long[] ONE = {1, 1, 1};
  private static final long[] NONE = {0, 0, 0};

  private final Twins twins = new Twins();

  private long[] numbers(int low, int most) {
    long[] numbers = new long[3];
    Arrays.setAll(numbers, dim -> low + twins.random.nextInt(most));
    return numbers;
  }

  private Tensor volumes(DType type, long[] image) {
    long[] sizes = {twins.random.nextInt(3), 1 + twins.random.nextInt(3), 0, 0, 0};
    System.arraycopy(image, 0, sizes, 2, 3);
    int layout = twins.random.nextInt(4);
    if (layout == 0) {
      return twins.tensor(type, true, Arrays.copyOfRange(sizes, 1, 5));
    }
    return layout > 1
        ? twins.tensor(type, true, sizes)
        : twins.twin.permute(
            twins.tensor(type, true, sizes[0], sizes[2], sizes[3], sizes[4], sizes[1]),
            0,
            4,
            1,
            2,
            3);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "INT64"})
  void averagesAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] kernel = numbers(1, 4);
      long[] stride = numbers(1, 3);
      long[] padding = new long[3];
      Arrays.setAll(padding, dim -> twins.random.nextInt((int) kernel[dim] / 2 + 1));
      long[] image = new long[3];
      int most = round % 9 == 0 ? 40 : 7;
      Arrays.setAll(image, dim -> kernel[dim] + twins.random.nextInt(most));
      boolean isCeil = round % 2 == 0;
      boolean countsPadding = round % 3 == 0;
      Long divisor = round % 5 == 0 ? Long.valueOf(twins.random.nextInt(7) - 9) : null;
      Tensor self = volumes(type, image);
      String what = "avg_pool3d of " + self;
      Tensor shape = twins.tensor(DType.FLOAT32, false, self.sizes());
      Tensor pooled =
          twins.twin.avgPool3d(shape, kernel, stride, padding, isCeil, countsPadding, divisor);
      if (!type.isHalf()) {
        twins.expectSame(
            what,
            twins.fast.avgPool3d(self, kernel, stride, padding, isCeil, countsPadding, divisor),
            twins.twin.avgPool3d(self, kernel, stride, padding, isCeil, countsPadding, divisor));
      }
      Tensor grad = twins.tensor(type, true, pooled.sizes());
      twins.expectSame(
          "gradient of " + what,
          twins.fast.avgPool3dBackward(
              grad, self, kernel, stride, padding, isCeil, countsPadding, divisor),
          twins.twin.avgPool3dBackward(
              grad, self, kernel, stride, padding, isCeil, countsPadding, divisor));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void windowsThatDivideAVolumeAgree(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor self = volumes(type, numbers(1, 9));
      long[] size = numbers(1, 9);
      Tensor found = twins.fast._adaptiveAvgPool3d(self, size);
      String what = "_adaptive_avg_pool3d of " + self;
      twins.expectSame(what, found, twins.twin._adaptiveAvgPool3d(self, size));
      Tensor grad = twins.tensor(type, true, found.sizes());
      twins.expectSame(
          "gradient of " + what,
          twins.fast._adaptiveAvgPool3dBackward(grad, self),
          twins.twin._adaptiveAvgPool3dBackward(grad, self));
    }
  }

  /** Only the elements under windows are read, not whole rows, which an array could not hold. */
  @Test
  void fewWindowsOfAWideVolumeAgree() {
    Tensor one = twins.tensor(DType.FLOAT32, false, 1, 1, 1, 1);
    Tensor self = twins.twin.expand(one, 1, 2, 1, 1L << 31);
    long[] kernel = {1, 1, 3};
    long[] stride = {1, 1, 1L << 30};
    twins.expectSame(
        "avg_pool3d",
        twins.fast.avgPool3d(self, kernel, stride, NONE, false, true, null),
        twins.twin.avgPool3d(self, kernel, stride, NONE, false, true, null));
    Tensor wide = twins.twin.expand(one, 1, 1, 1, 3_000_001);
    long[] all = {1, 1, 3_000_000};
    twins.expectSame(
        "avg_pool3d",
        twins.fast.avgPool3d(wide, all, ONE, NONE, false, true, null),
        twins.twin.avgPool3d(wide, all, ONE, NONE, false, true, null));
  }
}
