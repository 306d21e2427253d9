package jackfield.backend.cpu.resampling;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InterpolationKernelsTest {
  private final Twins twins = new Twins();

  private interface Image {
    Tensor of(Aten aten, Tensor self, long[] size, boolean isAligned);
  }

  private interface Gradient {
    Tensor of(Aten aten, Tensor grad, long[] size, long[] sizes, boolean isAligned);
  }

  private int random(int below) {
    return 1 + twins.random.nextInt(below);
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 1e-3;
      case BFLOAT16 -> 8e-3;
      case FLOAT32 -> 1e-6;
      default -> 1e-12;
    };
  }

  private void image(String what, DType type, Image call) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {random(3), random(3), random(20), random(20)};
      Tensor self = twins.tensor(type, round % 2 == 0, sizes);
      boolean isSame = round % 5 == 0;
      long[] size = {isSame ? sizes[2] : random(50), isSame ? sizes[3] : random(50)};
      boolean isAligned = round % 3 == 0;
      Tensor found = call.of(twins.fast, self, size, isAligned);
      Tensor expected = call.of(twins.twin, self, size, isAligned);
      if (type == DType.UINT8) {
        twins.expectSame(what, found, expected);
      } else {
        twins.expectClose(what + " of " + type, tolerance(type), found, expected);
      }
    }
  }

  private void gradient(String what, DType type, Gradient call) {
    for (int round = 0; round < 40; round++) {
      long[] sizes = {random(3), random(3), random(20), random(20)};
      long[] size = {random(50), random(50)};
      Tensor grad = twins.tensor(type, round % 2 == 0, sizes[0], sizes[1], size[0], size[1]);
      boolean isAligned = round % 3 == 0;
      twins.expectClose(
          what + " of " + type,
          tolerance(type),
          call.of(twins.fast, grad, size, sizes, isAligned),
          call.of(twins.twin, grad, size, sizes, isAligned));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void imagesAgree(DType type) {
    image("upsample_bilinear2d", type, Aten::upsampleBilinear2d);
    image("upsample_bicubic2d", type, Aten::upsampleBicubic2d);
    image(
        "upsample_bilinear2d of scales",
        type,
        (aten, self, size, isAligned) -> aten.upsampleBilinear2d(self, size, isAligned, 1.5, 0.75));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void gradientsAgree(DType type) {
    gradient("upsample_bilinear2d_backward", type, Aten::upsampleBilinear2dBackward);
    gradient("upsample_bicubic2d_backward", type, Aten::upsampleBicubic2dBackward);
  }

  @Test
  void moreColumnsThanAreFoundAtATimeAgree() {
    Tensor self = twins.tensor(DType.FLOAT32, true, 1, 2, 3, 5);
    long[] size = {4, 70_001};
    twins.expectClose(
        "upsample_bilinear2d",
        1e-6,
        twins.fast.upsampleBilinear2d(self, size, false),
        twins.twin.upsampleBilinear2d(self, size, false));
  }

  /** Only the columns that are read are held in memory, not all from the first to the last. */
  @Test
  void aWideImageBecomesANarrowOne() {
    Tensor self =
        twins.fast.expand(twins.tensor(DType.FLOAT32, true, 1, 1, 1, 1), 1, 1, 2, 1L << 31);
    long[] size = {3, 5};
    twins.expectSame(
        "upsample_bilinear2d",
        twins.fast.upsampleBilinear2d(self, size, false),
        twins.twin.upsampleBilinear2d(self, size, false));
  }

  @Test
  void imagesInChannelsLastAgree() {
    Tensor self = twins.fast.permute(twins.tensor(DType.FLOAT32, true, 2, 9, 11, 4), 0, 3, 1, 2);
    long[] size = {20, 7};
    twins.expectSame(
        "upsample_bilinear2d",
        twins.fast.upsampleBilinear2d(self, size, false),
        twins.twin.upsampleBilinear2d(self, size, false));
  }
}
