package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.aten.Aten;
import jackfield.aten.ConvolutionBackward;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Products of matrices, windows of images and singular values for {@link LargeTwinsTest}. */
final class LargeProducts {
  private LargeProducts() {}

  /** Images whose windows do not fill whole blocks, or are several bands. */
  static void convolutions(DType type) {
    long[] one = {1, 1};
    long[] none = {0, 0};
    for (Layout layout : Layout.values()) {
      Tensor images = layout.of(type, 3, 5, 37, 41);
      Tensor windows = layout.of(type, 7, 5, 3, 3);
      Tensor grad = layout.of(type, 3, 7, 37, 41);
      TWINS.agree(
          name("convolution", type, layout),
          aten -> aten.convolution(images, windows, null, one, one, one, false, none, 1));
      Tensor wide = layout.of(type, 2, 24, 61, 67);
      Tensor taps = layout.of(type, 10, 12, 3, 3);
      TWINS.agree(
          name("convolution of bands", type, layout),
          aten -> aten.convolution(wide, taps, null, one, one, one, false, none, 2));
      for (int wanted = 0; wanted < 3; wanted++) {
        boolean[] mask = {wanted == 0, wanted == 1, wanted == 2};
        int place = wanted;
        TWINS.agree(
            name("convolution_backward " + wanted, type, layout),
            aten -> {
              ConvolutionBackward.Result all =
                  aten.convolutionBackward(
                      grad, images, windows, null, one, one, one, false, none, 1, mask);
              return place == 0 ? all.first() : place == 1 ? all.second() : all.third();
            });
      }
    }
  }

  /** Beyond 96 rows, a depth of 256 and 1,024 columns, with remainders of tiles. */
  static void products(DType type) {
    boolean isFast = type == DType.FLOAT32 || type == DType.FLOAT64;
    long columns = isFast ? 1_037 : 67;
    for (Layout layout : Layout.values()) {
      Tensor left = layout.of(type, 101, 263);
      Tensor right = layout.of(type, 263, columns);
      Tensor added = layout.of(type, 101, columns);
      TWINS.agree(name("mm", type, layout), aten -> aten.mm(left, right));
      TWINS.agree(
          name("addmm", type, layout),
          aten -> aten.addmm(added, left, right, Scalar.of(2L), Scalar.of(3L)));
      Tensor lefts = layout.of(type, 5, 49, 131);
      Tensor rights = layout.of(type, 5, 131, 33);
      TWINS.agree(name("bmm", type, layout), aten -> aten.bmm(lefts, rights));
      TWINS.agree(name("mm of a column", type, layout), aten -> aten.mm(left, column(right)));
      TWINS.agree(name("mm of a row", type, layout), aten -> aten.mm(row(left), right));
    }
  }

  static void maximaOfWindows(DType type) {
    long[] kernel = {3, 3};
    long[] stride = {2, 2};
    long[] padding = {1, 1};
    long[] dilation = {1, 1};
    Tensor self = TWINS.dense(type, 3, 5, 131, 190); // several bands and parts
    Tensor grad = TWINS.dense(type, 3, 5, 66, 95);
    String where = name("maxima", type);
    TWINS.agree(where, aten -> aten.maxPool2d(self, kernel, stride, padding, dilation, false));
    if (type.isIntegral()) {
      return;
    }
    TWINS.agree(
        "gradient of " + where,
        aten -> {
          Tensor positions =
              aten.maxPool2dWithIndices(self, kernel, stride, padding, dilation, false).second();
          return aten.maxPool2dWithIndicesBackward(
              grad, self, kernel, stride, padding, dilation, false, positions);
        });
  }

  /** Batches of several parts, tall, wide and square, with remainders of vectors. */
  static void singularValues(DType type) {
    for (long[] sizes : new long[][] {{5, 41, 29}, {3, 23, 37}, {40, 5, 5}, {61, 53}}) {
      for (Layout layout : Layout.values()) {
        Tensor matrices = layout.of(type, sizes);
        String where = name("singular values", type, layout, sizes[0], sizes[1]);
        TWINS.agree(where, aten -> aten.linalgSvdvals(matrices));
        TWINS.agree("product of the factors, " + where, aten -> product(aten, matrices));
      }
      Tensor matrices = TWINS.dense(type, sizes);
      String where = name("singular vectors", type, sizes[0], sizes[1]);
      TWINS.agree("U, " + where, aten -> aten.linalgSvd(matrices, false).U());
      TWINS.agree("Vh, " + where, aten -> aten.linalgSvd(matrices, false).Vh());
    }
  }

  private static Tensor product(Aten aten, Tensor matrices) {
    var factors = aten.linalgSvd(matrices, false);
    return aten.matmul(aten.mul(factors.U(), aten.unsqueeze(factors.S(), -2)), factors.Vh());
  }

  private static Tensor column(Tensor matrix) {
    return matrix.alias(new long[] {matrix.size(0), 1}, matrix.strides().clone(), 0);
  }

  private static Tensor row(Tensor matrix) {
    return matrix.alias(new long[] {1, matrix.size(1)}, matrix.strides().clone(), 0);
  }
}
