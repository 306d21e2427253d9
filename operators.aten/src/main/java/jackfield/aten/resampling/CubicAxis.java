package jackfield.aten.resampling;

/**
 * A dimension in which each position lies among four elements; beyond the ends the last element is
 * repeated.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class CubicAxis extends Axis {
  /** The coefficient of the polynomials. */
  static final double SHARPNESS = -0.75;

  private static final int BEFORE = 1;
  private static final int AFTER = 2;

  private final Scale scale;
  private final double step;

  CubicAxis(Scale scale) {
    super(scale.size(), scale.count());
    this.scale = scale;
    this.step = scale.value();
  }

  @Override
  public void at(long position, Taps taps) {
    taps.clear();
    long index = index(position);
    double rest = Math.clamp(scale.rounded(scale.place(step, position) - index), 0, 1);
    for (int tap = -BEFORE; tap <= AFTER; tap++) {
      taps.add(inside(index + tap), Cubic.weight(SHARPNESS, tap - rest));
    }
  }

  private long index(long position) {
    return Math.min((long) Math.floor((float) scale.place(step, position)), size() - 1);
  }

  private long inside(long index) {
    return Math.clamp(index, 0, size() - 1);
  }

  @Override
  protected long first(long position) {
    return inside(index(position) - BEFORE);
  }

  @Override
  protected long end(long position) {
    return inside(index(position) + AFTER) + 1;
  }
}
