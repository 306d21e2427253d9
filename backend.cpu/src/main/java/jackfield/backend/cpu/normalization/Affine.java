package jackfield.backend.cpu.normalization;

import jackfield.tensor.Scalar;

/**
 * The function {@code (x − mean) invstd weight + bias} of elements. Vectors subtract the mean as
 * the type of the loops has it; the summand makes up for its rounding.
 */
record Affine(double mean, double invstd, double weight, double bias) {
  void write(ChannelLoops in, Blocks x, Blocks y, Runs runs) {
    for (long block = 0; block < runs.blocks(); block++) {
      long to = y.target(runs, block);
      write(in, to, x.read(runs, block), runs.count(block));
      y.write(runs, block, to);
    }
  }

  void write(ChannelLoops in, long to, long x, long count) {
    double center = in.rounded(mean);
    double factor = invstd * weight;
    double summand = bias - (mean - center) * factor;
    boolean isHeld = Exact.isCenter(center) && Exact.isFactor(factor) && Exact.isCenter(summand);
    if (isHeld && count >= Exact.FEW) {
      in.scaledDistance()
          .run(to, x, 0, 0, count, Scalar.of(center), Scalar.of(factor), Scalar.of(summand));
    } else {
      Exact.normalize(in.type(), to, x, count, this);
    }
  }
}
