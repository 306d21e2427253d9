package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.aten.Aten;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Lines, planes and volumes of other sizes, and gradients, for {@link LargeTwinsTest}. */
final class LargeImages {
  private static final long[] LINE = {3_001};
  private static final long[] PLANE = {129, 140};
  private static final long[] VOLUME = {22, 50, 61};
  private static final long[] LINES = {2, 3, 1_501};
  private static final long[] PLANES = {1, 3, 90, 171};
  private static final long[] VOLUMES = {1, 2, 15, 64, 47};

  private LargeImages() {}

  private interface Gradient {
    Tensor of(Aten aten, Tensor grad, long[] size, long[] sizes);
  }

  private interface Border {
    Tensor of(Aten aten, Tensor grad, Tensor self, long[] border);
  }

  private record Case(DType type, Layout layout) {
    void gradient(String operator, long[] size, long[] sizes, Gradient call) {
      long[] wide = sizes.clone();
      System.arraycopy(size, 0, wide, 2, size.length);
      Tensor grad = layout.of(type, wide);
      TWINS.agree(name(operator, type, layout), aten -> call.of(aten, grad, size, sizes));
    }

    void border(String operator, long[] sizes, Border call) {
      long[] border = new long[2 * (sizes.length - 2)];
      long[] wide = sizes.clone();
      for (int i = 0; i < border.length; i++) {
        border[i] = i + 3L;
        wide[wide.length - 1 - i / 2] += border[i];
      }
      Tensor grad = layout.of(type, wide);
      Tensor self = TWINS.dense(type, sizes);
      TWINS.agree(name(operator, type, layout), aten -> call.of(aten, grad, self, border));
    }
  }

  static void images(DType type) {
    for (Layout layout : Layout.values()) {
      Case images = new Case(type, layout);
      copied(images);
      borders(images);
      interpolated(images);
      if (!type.isHalf()) {
        filtered(images);
      }
      greatest(images);
    }
  }

  private static void copied(Case images) {
    images.gradient("nearest1d", LINE, LINES, Aten::upsampleNearest1dBackward);
    images.gradient("nearest2d", PLANE, PLANES, Aten::upsampleNearest2dBackward);
    images.gradient("nearest3d", VOLUME, VOLUMES, Aten::upsampleNearest3dBackward);
    images.gradient("exact1d", LINE, LINES, Aten::_upsampleNearestExact1dBackward);
    images.gradient("exact2d", PLANE, PLANES, Aten::_upsampleNearestExact2dBackward);
    images.gradient("exact3d", VOLUME, VOLUMES, Aten::_upsampleNearestExact3dBackward);
  }

  private static void borders(Case images) {
    images.border("reflection1d", LINES, Aten::reflectionPad1dBackward);
    images.border("reflection2d", PLANES, Aten::reflectionPad2dBackward);
    images.border("reflection3d", VOLUMES, Aten::reflectionPad3dBackward);
    images.border("replication1d", LINES, Aten::replicationPad1dBackward);
    images.border("replication2d", PLANES, Aten::replicationPad2dBackward);
    images.border("replication3d", VOLUMES, Aten::replicationPad3dBackward);
  }

  private static void interpolated(Case images) {
    Tensor lines = images.layout().of(images.type(), LINES);
    Tensor volumes = images.layout().of(images.type(), VOLUMES);
    String what = name("an image", images.type(), images.layout());
    TWINS.agree(
        "linear1d " + what, aten -> aten.upsampleLinear1d(lines, LINE, true, (Double) null));
    TWINS.agree("trilinear3d " + what, aten -> aten.upsampleTrilinear3d(volumes, VOLUME, false));
    images.gradient(
        "linear1d",
        LINE,
        LINES,
        (aten, grad, size, sizes) -> aten.upsampleLinear1dBackward(grad, size, sizes, false));
    images.gradient(
        "trilinear3d",
        VOLUME,
        VOLUMES,
        (aten, grad, size, sizes) -> aten.upsampleTrilinear3dBackward(grad, size, sizes, true));
  }

  private static void filtered(Case images) {
    Tensor planes = images.layout().of(images.type(), PLANES);
    String what = name("an image", images.type(), images.layout());
    TWINS.agree("linear filter " + what, a -> a._upsampleBilinear2dAa(planes, PLANE, false));
    TWINS.agree("cubic filter " + what, a -> a._upsampleBicubic2dAa(planes, PLANE, false));
    images.gradient(
        "linear filter",
        PLANE,
        PLANES,
        (aten, grad, size, sizes) -> aten._upsampleBilinear2dAaBackward(grad, size, sizes, false));
    images.gradient(
        "cubic filter",
        PLANE,
        PLANES,
        (aten, grad, size, sizes) -> aten._upsampleBicubic2dAaBackward(grad, size, sizes, false));
  }

  private static void greatest(Case images) {
    Tensor planes = images.layout().of(images.type(), PLANES);
    long[] few = {33, 20};
    String what = name("an image", images.type(), images.layout());
    TWINS.agree("greatest " + what, aten -> aten.adaptiveMaxPool2d(planes, few).first());
    TWINS.agree(
        "gradient of greatest " + what,
        aten -> {
          var greatest = aten.adaptiveMaxPool2d(planes, few);
          return aten.adaptiveMaxPool2dBackward(greatest.first(), planes, greatest.second());
        });
  }
}
