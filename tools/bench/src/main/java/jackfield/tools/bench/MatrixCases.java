package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.List;

/** Products of matrices and convolutions; 3 by 3, padding 1, 32 images. */
final class MatrixCases {
  static final String PEAK = "peak.fma";

  private static final int[][] CONVOLUTIONS = {
    {3, 16, 28}, {3, 64, 56}, {16, 32, 28}, {64, 64, 28}, {64, 64, 56}
  };

  private final Aten aten;
  private final Inputs inputs;
  private final CaseList list = new CaseList();

  MatrixCases(Aten aten, Inputs inputs) {
    this.aten = aten;
    this.inputs = inputs;
  }

  List<Case> cases() {
    for (int n : new int[] {8, 10, 12, 64, 256, 1024, 2048}) {
      list.add(
          "mm." + n,
          () -> {
            Tensor a = inputs.random(n, n);
            Tensor b = inputs.random(n, n);
            Tensor out = inputs.random(n, n);
            return () -> aten.mmOut(a, b, out);
          });
    }
    list.add(PEAK, () -> PeakLoop::run);
    list.add(
        "bmm.8x128",
        () -> {
          Tensor a = inputs.random(8, 128, 128);
          Tensor b = inputs.random(8, 128, 128);
          Tensor out = inputs.random(8, 128, 128);
          return () -> aten.bmmOut(a, b, out);
        });
    list.add(
        "linear.64x784x256",
        () -> {
          Tensor images = inputs.random(64, 784);
          Tensor weight = inputs.random(256, 784);
          Tensor bias = inputs.random(256);
          return () -> aten.linear(images, weight, bias);
        });
    for (int[] sizes : CONVOLUTIONS) {
      addConvolution(sizes[0], sizes[1], sizes[2]);
    }
    return list.cases();
  }

  private void addConvolution(int in, int out, int side) {
    list.add(
        "conv.%dx%dx%d".formatted(in, out, side),
        () -> {
          Tensor images = inputs.random(32, in, side, side);
          Tensor weight = inputs.random(out, in, 3, 3);
          return () -> aten.conv2d(images, weight, null, new long[] {1}, 1);
        });
  }
}
