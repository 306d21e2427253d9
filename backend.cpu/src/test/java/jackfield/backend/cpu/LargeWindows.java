package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Windows of volumes and images at places, with gradients, for {@link LargeTwinsTest}. */
final class LargeWindows {
  private static final long[] VOLUMES = {2, 3, 15, 64, 47};
  private static final long[] KERNEL = {3, 2, 4};
  private static final long[] STRIDE = {2, 2, 3};
  private static final long[] PADDING = {1, 0, 2};
  private static final long[] ONE = {1, 1, 1};
  private static final long[] FEW = {7, 20, 9};

  private LargeWindows() {}

  static void volumes(DType type) {
    for (Layout layout : Layout.values()) {
      volumes(type, layout);
    }
  }

  private static void volumes(DType type, Layout layout) {
    Tensor self = layout.of(type, VOLUMES);
    String what = name("volumes", type, layout);
    averages(what, self);
    TWINS.agree(
        "maxima of " + what,
        aten -> aten.maxPool3dWithIndices(self, KERNEL, STRIDE, PADDING, ONE, true).first());
    TWINS.agree(
        "gradient of maxima of " + what,
        aten -> {
          var all = aten.maxPool3dWithIndices(self, KERNEL, STRIDE, PADDING, ONE, false);
          return aten.maxPool3dWithIndicesBackward(
              all.first(), self, KERNEL, STRIDE, PADDING, ONE, false, all.second());
        });
    TWINS.agree(
        "gradient of few maxima of " + what,
        aten -> {
          var few = aten.adaptiveMaxPool3d(self, FEW);
          return aten.adaptiveMaxPool3dBackward(few.first(), self, few.second());
        });
    if (!type.isHalf()) {
      unpooled(what, self);
    }
  }

  private static void averages(String what, Tensor self) {
    TWINS.agree(
        "gradient of averages of " + what,
        aten -> {
          long[] sizes = {2, 3, 8, 32, 16};
          Tensor grad = aten.expand(aten.narrow(self, 4, 0, 1), 2, 3, 15, 64, 16);
          Tensor few = aten.narrow(aten.narrow(grad, 2, 0, sizes[2]), 3, 0, sizes[3]);
          return aten.avgPool3dBackward(few, self, KERNEL, STRIDE, PADDING, false, true, null);
        });
    TWINS.agree("few averages of " + what, aten -> aten._adaptiveAvgPool3d(self, FEW));
    TWINS.agree(
        "gradient of few averages of " + what,
        aten -> aten._adaptiveAvgPool3dBackward(aten._adaptiveAvgPool3d(self, FEW), self));
  }

  private static void unpooled(String what, Tensor self) {
    TWINS.agree(
        "averages of " + what,
        aten -> aten.avgPool3d(self, KERNEL, STRIDE, PADDING, true, false, null));
    TWINS.agree(
        "max_unpool3d of " + what,
        aten -> {
          var few = aten.adaptiveMaxPool3d(self, FEW);
          long[] size = {15, 64, 47};
          return aten.maxUnpool3d(few.first(), few.second(), size, STRIDE, PADDING);
        });
    TWINS.agree(
        "max_unpool2d of " + what,
        aten -> {
          var few = aten.adaptiveMaxPool2d(aten.select(self, 2, 3), new long[] {20, 9});
          return aten.maxUnpool2d(few.first(), few.second(), 64, 47);
        });
  }

  static void samples(DType type) {
    for (Layout layout : Layout.values()) {
      for (int interpolation = 0; interpolation < 3; interpolation++) {
        Tensor grid = layout.of(type, 2, 61, 50, 2);
        sample(name("planes", type, layout, interpolation), type, layout, grid, interpolation);
      }
      Tensor grid = layout.of(type, 2, 15, 22, 31, 3);
      Tensor input = layout.of(type, 2, 3, 9, 11, 10);
      Tensor grad = layout.of(type, 2, 3, 15, 22, 31);
      String what = name("volumes", type, layout);
      TWINS.agree(what, aten -> aten.gridSampler3d(input, grid, 0, 2, true));
      TWINS.agree(
          "gradient of " + what,
          aten -> aten.gridSampler3dBackward(grad, input, grid, 0, 2, true, true, true).first());
      TWINS.agree(
          "gradient of places in " + what,
          aten -> aten.gridSampler3dBackward(grad, input, grid, 0, 2, true, true, true).second());
    }
  }

  private static void sample(String what, DType type, Layout layout, Tensor grid, int mode) {
    Tensor input = layout.of(type, 2, 11, 20, 31);
    Tensor grad = layout.of(type, 2, 11, 61, 50);
    TWINS.agree(what, aten -> aten.gridSampler2d(input, grid, mode, mode, false));
    TWINS.agree(
        "gradient of " + what,
        aten -> aten.gridSampler2dBackward(grad, input, grid, mode, 1, false, true, true).first());
    TWINS.agree(
        "gradient of places in " + what,
        aten -> aten.gridSampler2dBackward(grad, input, grid, mode, 1, false, true, true).second());
  }
}
