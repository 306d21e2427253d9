package jackfield.aten.resampling;

/**
 * A dimension in which each position lies between two elements, the nearer one with the greater
 * weight.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class LinearAxis extends Axis {
  private final Scale scale;
  private final double step;

  LinearAxis(Scale scale) {
    super(scale.size(), scale.count());
    this.scale = scale;
    this.step = scale.value();
  }

  @Override
  public void at(long position, Taps taps) {
    taps.clear();
    if (count() == size()) {
      taps.add(position, 1);
      taps.add(position, 0); // as in PyTorch; it makes infinities NaN
      return;
    }
    double place = place(position);
    long index = first(position);
    double weight = Math.clamp(scale.rounded(place - index), 0, 1);
    taps.add(index, 1 - weight);
    if (index < size() - 1) {
      taps.add(index + 1, weight);
    } else {
      taps.add(index, weight);
    }
  }

  @Override
  protected long first(long position) {
    if (count() == size()) {
      return position;
    }
    return Math.min((long) Math.floor((float) place(position)), size() - 1);
  }

  private double place(long position) {
    return Math.max(scale.place(step, position), 0);
  }

  @Override
  protected long end(long position) {
    return Math.min(first(position) + 2, size());
  }
}
