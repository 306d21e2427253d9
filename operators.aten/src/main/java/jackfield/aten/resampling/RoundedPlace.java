package jackfield.aten.resampling;

import jackfield.aten.resampling.GridPlan.Border;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * A coordinate of one dimension as a place in an image, in float16 or bfloat16: each step is
 * rounded to the type. Planes and volumes have formulas of their own, which round differently.
 *
 * <p><em>Source</em>: PyTorch 2.7.
 */
final class RoundedPlace {
  private static final float HALF = 0.5f;

  private final DType type;
  private final Border border;
  private final boolean isAligned;
  private final boolean isOfPlane;
  private final long size;
  private final float scale;
  private float slope; // of the place, with respect to the coordinate

  RoundedPlace(GridPlan plan, int dim) {
    this.type = plan.input(0).dtype();
    this.border = plan.border();
    this.isAligned = plan.isAligned();
    this.isOfPlane = plan.rank() == 2;
    this.size = plan.input(0).size(dim + 2);
    this.scale = rounded(rounded((float) (isAligned ? size - 1 : size)) / 2);
  }

  /** Returns the place of a coordinate, moved into the image if the border asks for it. */
  float of(float coordinate) {
    return inside(scaled(coordinate));
  }

  /** Returns the place of a coordinate, which may be beyond the border. */
  float scaled(float coordinate) {
    slope = scale;
    float shifted = rounded(coordinate + 1);
    if (isOfPlane) {
      float place = rounded(shifted * scale);
      return isAligned ? place : rounded(place - HALF);
    }
    return isAligned
        ? rounded(rounded(shifted / 2) * rounded((float) (size - 1)))
        : rounded(rounded(rounded(shifted * rounded((float) size)) - 1) / 2);
  }

  /** Moves a place that is beyond the border; the slope becomes that of the moved place. */
  float inside(float place) {
    return switch (border) {
      case ZEROS -> place;
      case CLAMP -> clamped(place);
      case MIRROR -> clamped(isOfPlane ? mirroredInPlane(place) : mirroredInVolume(place));
    };
  }

  private float clamped(float place) {
    float last = rounded((float) (size - 1));
    if (place > 0 && place < last) {
      return place;
    }
    slope = isOfPlane ? 0 : 0 * slope; // volumes keep the sign
    return place > 0 ? last : 0;
  }

  private float mirroredInPlane(float place) {
    if (isAligned && size <= 1) {
      slope = 0;
      return 0;
    }
    float least = isAligned ? 0 : -HALF;
    float period = rounded(rounded((float) (isAligned ? size - 1 : size)) * 2);
    float from = rounded(place - least);
    float distance = Math.abs(from);
    float turns = (float) Math.floor(rounded(distance / period));
    float rest = rounded(distance - rounded(turns * period));
    float back = rounded(period - rest);
    turn(from < 0, rest > back);
    return rounded(Math.min(rest, back) + least);
  }

  private float mirroredInVolume(float place) {
    if (isAligned && size <= 1) {
      slope = 0;
      return 0;
    }
    float least = isAligned ? 0 : -HALF;
    float span = rounded(rounded((float) (2 * (isAligned ? size - 1 : size))) / 2);
    float from = rounded(place - least);
    float distance = Math.abs(from);
    float rest = rounded(distance % span);
    boolean isOdd = (int) Math.floor(rounded(distance / span)) % 2 != 0;
    turn(from < 0, isOdd);
    return isOdd ? rounded(rounded(span - rest) + least) : rounded(rest + least);
  }

  private void turn(boolean isBefore, boolean isBack) {
    if (isBefore != isBack) {
      slope = -slope;
    }
  }

  /** Returns the index of an element; −1 beyond the border. */
  long index(float place) {
    return place >= 0 && place < size ? (long) place : -1;
  }

  /** Returns the derivative of the last place with respect to its coordinate. */
  float slope() {
    return slope;
  }

  /** Returns the nearest number of the type, ties to even. */
  float rounded(float number) {
    return (float) Elements.rounded(type, number);
  }
}
