package jackfield.backend.cpu.resampling;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines, volumes, filtered planes, and gradients of images whose elements were copied. */
@Tag("slow")
final class GradientImagesTest {
  private static final int ROUNDS = 30;

  private final Twins twins = new Twins();

  private interface Call {
    Tensor of(Aten aten, Tensor grad, long[] size, long[] sizes);
  }

  private interface Border {
    Tensor of(Aten aten, Tensor grad, Tensor self, long[] border);
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 1e-3;
      case BFLOAT16 -> 8e-3;
      case FLOAT32, COMPLEX64 -> 1e-6;
      default -> 1e-12;
    };
  }

  private void agree(String what, DType type, int rank, Call call) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] sizes = new long[rank + 2];
      Arrays.setAll(sizes, dim -> 1 + twins.random.nextInt(dim < 2 ? 3 : 30 / rank));
      long[] size = new long[rank];
      Arrays.setAll(size, dim -> 1 + twins.random.nextInt(50 / rank));
      long[] wide = sizes.clone();
      System.arraycopy(size, 0, wide, 2, rank);
      Tensor grad = twins.tensor(type, round % 2 == 0, wide);
      twins.expectClose(
          what + " of " + type,
          tolerance(type),
          call.of(twins.fast, grad, size, sizes),
          call.of(twins.twin, grad, size, sizes));
    }
  }

  private void border(String what, DType type, int rank, boolean isMirror, Border call) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] sizes = new long[rank + 1 + round % 2];
      Arrays.setAll(sizes, dim -> 4 + twins.random.nextInt(9));
      long[] border = new long[2 * rank];
      Arrays.setAll(border, i -> twins.random.nextInt(isMirror ? 5 : 9) - 1);
      long[] wide = sizes.clone();
      for (int dim = 0; dim < rank; dim++) {
        wide[wide.length - 1 - dim] += border[2 * dim] + border[2 * dim + 1];
      }
      Tensor grad = twins.tensor(type, round % 3 == 0, wide);
      Tensor self = twins.tensor(type, false, sizes);
      twins.expectClose(
          what + " of " + type,
          tolerance(type),
          call.of(twins.fast, grad, self, border),
          call.of(twins.twin, grad, self, border));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void linesAndVolumesAgree(DType type) {
    agree(
        "upsample_linear1d",
        type,
        1,
        (aten, self, size, sizes) ->
            aten.upsampleLinear1d(self, new long[] {sizes[2]}, true, (Double) null));
    agree(
        "upsample_linear1d_backward",
        type,
        1,
        (aten, grad, size, sizes) -> aten.upsampleLinear1dBackward(grad, size, sizes, false));
    agree(
        "upsample_trilinear3d",
        type,
        3,
        (aten, self, size, sizes) ->
            aten.upsampleTrilinear3d(self, Arrays.copyOfRange(sizes, 2, 5), false));
    agree(
        "upsample_trilinear3d_backward",
        type,
        3,
        (aten, grad, size, sizes) -> aten.upsampleTrilinear3dBackward(grad, size, sizes, true));
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "FLOAT32", "FLOAT64"})
  void filteredPlanesAgree(DType type) {
    agree(
        "_upsample_bilinear2d_aa",
        type,
        2,
        (aten, self, size, sizes) ->
            aten._upsampleBilinear2dAa(self, Arrays.copyOfRange(sizes, 2, 4), false));
    agree(
        "_upsample_bicubic2d_aa",
        type,
        2,
        (aten, self, size, sizes) ->
            aten._upsampleBicubic2dAa(self, Arrays.copyOfRange(sizes, 2, 4), true));
    if (type.isFloating()) {
      agree(
          "_upsample_bilinear2d_aa_backward",
          type,
          2,
          (aten, grad, size, sizes) -> aten._upsampleBilinear2dAaBackward(grad, size, sizes, true));
      agree(
          "_upsample_bicubic2d_aa_backward",
          type,
          2,
          (aten, grad, size, sizes) -> aten._upsampleBicubic2dAaBackward(grad, size, sizes, false));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void gradientsOfCopiedElementsAgree(DType type) {
    agree("nearest1d", type, 1, Aten::upsampleNearest1dBackward);
    agree("nearest2d", type, 2, Aten::upsampleNearest2dBackward);
    agree("nearest3d", type, 3, Aten::upsampleNearest3dBackward);
    agree("exact1d", type, 1, Aten::_upsampleNearestExact1dBackward);
    agree("exact2d", type, 2, Aten::_upsampleNearestExact2dBackward);
    agree("exact3d", type, 3, Aten::_upsampleNearestExact3dBackward);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void gradientsOfBordersAgree(DType type) {
    border("reflection_pad1d", type, 1, true, Aten::reflectionPad1dBackward);
    border("reflection_pad2d", type, 2, true, Aten::reflectionPad2dBackward);
    border("reflection_pad3d", type, 3, true, Aten::reflectionPad3dBackward);
    border("replication_pad1d", type, 1, false, Aten::replicationPad1dBackward);
    border("replication_pad2d", type, 2, false, Aten::replicationPad2dBackward);
    border("replication_pad3d", type, 3, false, Aten::replicationPad3dBackward);
  }

  /** A border may crop all columns, but not all rows too; then no element has a gradient. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "FLOAT32", "COMPLEX64"})
  void croppedImagesHaveNoGradient(DType type) {
    Tensor self = twins.tensor(type, false, 2, 1, 7, 2);
    Tensor grad = twins.tensor(type, false, 2, 1, 7, 0);
    long[] border = {-1, -1, 0, 0};
    twins.expectEqual(
        "replication_pad2d_backward",
        twins.fast.replicationPad2dBackward(grad, self, border),
        twins.fast.zerosLike(self));
    twins.expectEqual(
        "reflection_pad2d_backward",
        twins.fast.reflectionPad2dBackward(grad, self, border),
        twins.fast.zerosLike(self));
  }
}
