package jackfield.aten.resampling;

/**
 * A dimension in which each position takes one element.
 *
 * <p>PyTorch computes the index in two ways. The direct way, which gradients and most planes take,
 * computes in float32, and ignores scale factors if the result has the image's size or twice that
 * size.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class NearestAxis extends Axis {
  private static final double HALF = 0.5;

  private final Scale scale;
  private final double step;
  private final boolean isExact;
  private final boolean isDirect;

  NearestAxis(Scale scale, boolean isExact, boolean isDirect) {
    super(scale.size(), scale.count());
    this.scale = isDirect ? scale.single() : scale;
    this.step = this.scale.value();
    this.isExact = isExact;
    this.isDirect = isDirect;
  }

  @Override
  public void at(long position, Taps taps) {
    taps.clear();
    taps.add(first(position), 1);
  }

  @Override
  protected long first(long position) {
    if (isDirect && !isExact && count() == size()) {
      return position;
    }
    if (isDirect && !isExact && size() <= Long.MAX_VALUE / 2 && count() == 2 * size()) {
      return position >> 1;
    }
    long index = (long) Math.floor((float) place(position));
    return Math.max(Math.min(index, size() - 1), 0);
  }

  private double place(long position) {
    if (!isExact) {
      return scale.rounded(scale.rounded((double) position) * step);
    }
    if (isDirect) {
      return (position + HALF) * step;
    }
    return Math.max(scale.place(step, position), 0) + HALF;
  }

  @Override
  protected long end(long position) {
    return first(position) + 1;
  }
}
