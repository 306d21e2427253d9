package jackfield.aten.resampling;

/** A dimension with a border that mirrors the image or repeats its last element. */
final class BorderAxis extends Axis {
  private final long before;
  private final boolean isMirror;

  /**
   * Creates a dimension.
   *
   * @param before the width of the border before the image; negative if it is cropped
   * @param isMirror whether the border mirrors the image, without the element at the edge
   */
  BorderAxis(long size, long count, long before, boolean isMirror) {
    super(size, count);
    this.before = before;
    this.isMirror = isMirror;
  }

  @Override
  public void at(long position, Taps taps) {
    taps.clear();
    taps.add(index(position), 1);
  }

  private long index(long position) {
    long index = position - before;
    if (!isMirror) {
      return Math.clamp(index, 0, size() - 1);
    }
    if (index < 0) {
      return -index;
    }
    return index < size() ? index : 2 * (size() - 1) - index;
  }

  @Override
  public void over(long index, Taps taps, Taps scratch) {
    if (!isMirror) {
      super.over(index, taps, scratch);
      return;
    }
    taps.clear();
    if (index != 0) {
      offer(-index, taps);
    }
    offer(index, taps);
    if (index != size() - 1) {
      offer(2 * (size() - 1) - index, taps);
    }
  }

  private void offer(long index, Taps taps) {
    long position = index + before;
    if (position >= 0 && position < count()) {
      taps.add(position, 1);
    }
  }

  @Override
  protected long first(long position) {
    return index(position);
  }

  @Override
  protected long end(long position) {
    return index(position) + 1;
  }
}
