package jackfield.backend.cpu.normalization;

/**
 * The mean of elements, and the sum of their squared distances from it.
 *
 * <p>A first sum gives a number near the mean. The distances from that number are small beside a
 * large mean, so that the mean of them, a second sum, loses no digits. Sums of blocks that float32
 * does not hold are repeated in double precision.
 */
record Moments(double mean, double squares) {
  static Moments of(ChannelLoops in, Blocks x, Runs runs) {
    double near = sum(in, x, runs) / runs.count();
    if (!Double.isFinite(near)) {
      return new Moments(near, exactSquares(in, x, runs, near));
    }
    double center = in.rounded(near);
    double mean = center + distances(in, x, runs, center) / runs.count();
    return new Moments(mean, squares(in, x, runs, mean));
  }

  private static double sum(ChannelLoops in, Blocks x, Runs runs) {
    double sum = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      long a = x.read(runs, block);
      long count = runs.count(block);
      double part = in.sum().run(0, a, 0, count, 0);
      sum += Exact.isHeld(part) ? part : Exact.sum(in.type(), a, count);
    }
    return sum;
  }

  private static double distances(ChannelLoops in, Blocks x, Runs runs, double center) {
    double sum = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      long a = x.read(runs, block);
      long count = runs.count(block);
      double part = in.distances().run(0, a, 0, count, center);
      sum += Exact.isHeld(part) ? part : Exact.distances(in.type(), a, count, center);
    }
    return sum;
  }

  /** Returns the sum of squared distances; what the rounding of the mean adds is subtracted. */
  private static double squares(ChannelLoops in, Blocks x, Runs runs, double mean) {
    double center = in.rounded(mean);
    double sum = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      long a = x.read(runs, block);
      long count = runs.count(block);
      double part = in.squaredDistances().run(0, a, 0, count, center);
      sum += Exact.areHeld(part) ? part : Exact.squaredDistances(in.type(), a, count, center);
    }
    double excess = runs.count() * (mean - center) * (mean - center);
    return sum > excess ? sum - excess : sum;
  }

  private static double exactSquares(ChannelLoops in, Blocks x, Runs runs, double mean) {
    double sum = 0;
    for (long block = 0; block < runs.blocks(); block++) {
      sum += Exact.squaredDistances(in.type(), x.read(runs, block), runs.count(block), mean);
    }
    return sum;
  }
}
