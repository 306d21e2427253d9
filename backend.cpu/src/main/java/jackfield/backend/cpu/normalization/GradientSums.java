package jackfield.backend.cpu.normalization;

/** For the incoming gradient g and the normalized x̂, the sums of {@code g} and of {@code g x̂}. */
record GradientSums(double sum, double products) {
  static GradientSums of(
      ChannelLoops in, Blocks grad, Blocks x, Runs runs, double mean, double invstd) {
    double center = in.rounded(mean);
    boolean isExact = runs.count() < Exact.FEW || !Exact.isCenter(mean) || !Exact.isFactor(invstd);
    double sum = 0;
    double products = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      long g = grad.read(runs, block);
      long a = x.read(runs, block);
      long count = runs.count(block);
      double part = isExact ? Double.NaN : in.sum().run(0, g, 0, count, 0);
      part = Exact.isHeld(part) ? part : Exact.sum(in.type(), g, count);
      sum += part;
      double both = isExact ? Double.NaN : in.products().run(0, g, a, count, center);
      products +=
          Exact.areHeld(both)
              ? (both - (mean - center) * part) * invstd
              : Exact.products(in.type(), g, a, count, mean, invstd);
    }
    return new GradientSums(sum, products);
  }
}
