package jackfield.aten.resampling;

/**
 * A dimension in which each position is a weighted mean of the elements around it; where the result
 * is smaller, the filter is as much wider.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class FilterAxis extends Axis {
  private static final double HALF = 0.5;
  private static final double SHARPNESS = -0.5;

  private final Scale scale;
  private final double step;
  private final boolean isCubic;
  private final double support;

  FilterAxis(Scale scale, boolean isCubic) {
    super(scale.size(), scale.count());
    this.scale = scale;
    this.step = scale.value();
    this.isCubic = isCubic;
    double reach = isCubic ? 2 : 1;
    this.support = step >= 1 ? scale.rounded(reach * step) : reach;
  }

  /** Returns the number of elements that a position has at most; it may be infinite. */
  double width() {
    return 2 * Math.ceil(support) + 1;
  }

  @Override
  public void at(long position, Taps taps) {
    taps.clear();
    double center = center(position);
    double narrowing = step >= 1 ? scale.rounded(1 / step) : 1;
    double sum = 0;
    long end = end(position);
    for (long index = first(position); index < end; index++) {
      double weight = weight(scale.rounded(index - center + HALF) * narrowing);
      taps.add(index, weight);
      sum += weight;
    }
    for (int tap = 0; sum != 0 && tap < taps.count(); tap++) {
      taps.weigh(tap, taps.weight(tap) / sum);
    }
  }

  private double weight(double distance) {
    return isCubic ? Cubic.weight(SHARPNESS, distance) : Math.max(1 - Math.abs(distance), 0);
  }

  private double center(long position) {
    return scale.rounded(step * rounded(position));
  }

  private double rounded(long position) {
    return scale.rounded(position + HALF);
  }

  @Override
  protected long first(long position) {
    return Math.max((long) scale.rounded(center(position) - support + HALF), 0);
  }

  @Override
  protected long end(long position) {
    long end = Math.min((long) scale.rounded(center(position) + support + HALF), size());
    long first = first(position);
    return Math.max(Math.min(end, first + (long) Math.min(width(), (double) size())), first);
  }
}
