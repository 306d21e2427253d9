package jackfield.backend.cpu.normalization;

import jackfield.tensor.Scalar;

/**
 * The gradient {@code (g weight − mean − x̂ meanOfProducts) factor} of the input, where {@code x̂ =
 * (x − center) invstd}.
 */
record InputGradient(
    double center,
    double invstd,
    double weight,
    double mean,
    double meanOfProducts,
    double factor) {
  void write(ChannelLoops in, Blocks grad, Blocks x, Blocks to, Runs runs) {
    for (long block = 0; block < runs.blocks(); block++) {
      long out = to.target(runs, block);
      write(in, out, grad.read(runs, block), x.read(runs, block), runs.count(block));
      to.write(runs, block, out);
    }
  }

  /**
   * Vectors compute {@code (g − shift) scale + summand}, where the shift is near {@code mean /
   * weight}, and add {@code (x − near) slope}.
   */
  void write(ChannelLoops in, long out, long g, long x, long count) {
    double shift = weight == 0 ? 0 : in.rounded(mean / weight);
    double scale = factor * weight;
    double slope = -factor * meanOfProducts * invstd;
    double near = in.rounded(center);
    double summand = shift * scale - factor * mean - (center - near) * slope;
    boolean areCenters = Exact.isCenter(shift) && Exact.isCenter(near) && Exact.isCenter(summand);
    if (count < Exact.FEW || !areCenters || !Exact.isFactor(scale) || !Exact.isFactor(slope)) {
      Exact.inputGradient(in.type(), out, g, x, count, this);
      return;
    }
    in.scaledDistance()
        .run(out, g, 0, 0, count, Scalar.of(shift), Scalar.of(scale), Scalar.of(summand));
    if (slope != 0) {
      in.plusScaledDistance().run(out, out, x, 0, count, Scalar.of(near), Scalar.of(slope));
    }
  }
}
