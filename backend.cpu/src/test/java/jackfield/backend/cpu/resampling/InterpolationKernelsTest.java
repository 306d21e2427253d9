package jackfield.backend.cpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Scale;
import jackfield.aten.resampling.Taps;
import jackfield.backend.cpu.Twins;
import jackfield.key.DispatchKey;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The scale, not the sizes, decides here how far apart the columns are that are read. */
  @Test
  void aScaleSkipsColumnsOfAWideImage() {
    Tensor self =
        twins.fast.expand(twins.tensor(DType.FLOAT32, false, 1, 1, 2, 1), 1, 1, 2, 1L << 31);
    long[] size = {1, 1 << 18};
    twins.expectSame(
        "upsample_bilinear2d",
        twins.fast.upsampleBilinear2d(self, size, false, 1.5, 1e-9),
        twins.twin.upsampleBilinear2d(self, size, false, 1.5, 1e-9));
  }

  @Test
  void oneColumnOfAGradientReadsMoreThanAreHeld() {
    Tensor grad = twins.tensor(DType.FLOAT64, false, 1, 2, 2, 100_001);
    long[] size = {2, 100_001};
    for (long width = 1; width <= 3; width++) {
      long[] sizes = {1, 2, 1, width};
      twins.expectClose(
          "upsample_bilinear2d_backward",
          1e-12,
          twins.fast.upsampleBilinear2dBackward(grad, size, sizes, false),
          twins.twin.upsampleBilinear2dBackward(grad, size, sizes, false));
    }
  }

  /** Each row of the small gradient is a sum of 256 rows of 512, the work of a part and more. */
  @Test
  void aPartOfASmallGradientIsOneLine() {
    Tensor grad = HostData.empty(DType.FLOAT32, 8, 16, 512, 512);
    Axis axis = axis(4, 512);
    ResamplingPlan plan = plan(axis, true, grad, 8, 16, 4, 4);
    AxisTaps columns = new AxisTaps(4, 1 << 16, (at, taps) -> axis.over(at, taps, new Taps()));
    columns.find(0);
    assertThat(columns.count()).isEqualTo(4);
    assertThat(InterpolationKernels.grain(plan, columns)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 50, 1 << 16})
  void imagesOfBytesAgreeInBands(int most) {
    Tensor self = twins.tensor(DType.UINT8, false, 2, 3, 20, 20);
    for (int count : new int[] {3, 19, 45}) {
      ResamplingPlan plan = plan(axis(20, count), false, self, 2, 3, count, count);
      new ByteImages(plan, most).run();
      long[] size = {count, count};
      twins.expectSame(
          "upsample_bilinear2d", plan.output(0), twins.twin.upsampleBilinear2d(self, size, false));
    }
  }

  /** The taps of a dimension are found a band at a time, however long it is. */
  @Test
  void aBandOfALongDimensionIsShort() {
    AxisTaps taps = new AxisTaps(1L << 31, 100, axis(2, 1L << 31)::at);
    taps.find((1L << 31) - 30);
    assertThat(taps.count()).isEqualTo(30);
    taps.find(1L << 30);
    assertThat(taps.count()).isEqualTo(50);
    AxisTaps far = new AxisTaps(1L << 20, 100, axis(1L << 31, 1L << 20)::at);
    far.find(1);
    assertThat(far.count()).isEqualTo(1);
  }

  private static Axis axis(long size, long count) {
    Scale scale = new Scale(size, count, null, false, true);
    return ResamplingPlan.axis("resample", Interpolation.LINEAR, scale, false);
  }

  private static ResamplingPlan plan(Axis axis, boolean isGradient, Tensor input, long... sizes) {
    Axis[] axes = {axis, axis};
    Tensor[] inputs = {input};
    OutputSpec spec = new OutputSpec(input.dtype(), sizes);
    ResamplingPlan plan =
        ResamplingPlan.of("resample", axes, Interpolation.LINEAR, isGradient, inputs, spec);
    plan.allocate(new Outputs(DispatchKey.CPU, (to, from) -> {}));
    return plan;
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
