package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.RoundedPoint;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Images of float16 and bfloat16 at given places; each step is rounded.
 *
 * <p>Elements that several places read receive the gradients in PyTorch's order, which is that of
 * its vectors: the places of a vector one after another for the first corner, then for the second.
 */
final class RoundedSampler implements GridSampler {
  private static final int VECTOR = 16; // elements of 256 bits

  private final GridPlaces grid;
  private final Volumes images;
  private final DType type;
  private final boolean isOneRun;
  private final RoundedPoint[] points;
  private final float[] coordinates;
  private final long[] gradOffsets = new long[VECTOR]; // offsets in incoming gradients

  RoundedSampler(GridPlan plan, GridPlaces grid, Volumes images) {
    this.grid = grid;
    this.images = images;
    this.type = images.type();
    this.isOneRun = isOneRun(plan.input(1));
    this.points = new RoundedPoint[plan.rank() == 2 ? VECTOR : 1];
    Arrays.setAll(points, lane -> RoundedPoint.of(plan, images.steps(plan.rank())));
    this.coordinates = new float[plan.rank()];
  }

  /** Returns whether vectors go on at the end of a line of places. */
  private static boolean isOneRun(Tensor grid) {
    long step = grid.stride(2);
    boolean isDense = grid.size(1) == 1 || grid.stride(1) == grid.size(2) * step;
    boolean isContiguous = step == 2 && grid.stride(3) == 1;
    return isDense && (isContiguous || step == 1 || grid.size(2) == 1);
  }

  private float at(long address) {
    return (float) Elements.doubleAt(type, address);
  }

  private void move(RoundedPoint point, long image, long place) {
    long at = grid.at(image, place);
    for (int dim = 0; dim < coordinates.length; dim++) {
      coordinates[dim] = (float) grid.coordinate(at, dim);
    }
    point.move(coordinates);
  }

  @Override
  public void sample(long image, long first, int count, Volumes out) {
    RoundedPoint point = points[0];
    for (long place = first; place < first + count; place++) {
      move(point, image, place);
      long offset = out.place(place);
      for (long channel = 0; channel < images.channels(); channel++) {
        float made = point.sample(images.at(image, channel));
        Elements.putDouble(type, out.at(image, channel) + offset, made);
      }
    }
  }

  // ---- gradients

  @Override
  public void slopes(long image, long first, int count, Volumes grad, GridPlaces ofGrid) {
    RoundedPoint point = points[0];
    float[] sums = new float[coordinates.length];
    for (long place = first; place < first + count; place++) {
      move(point, image, place);
      Arrays.fill(sums, 0);
      long offset = grad.place(place);
      for (long channel = 0; channel < images.channels(); channel++) {
        float factor = at(grad.at(image, channel) + offset);
        point.addSlopes(images.at(image, channel), factor, sums);
      }
      long to = ofGrid.at(image, place);
      for (int dim = 0; dim < sums.length; dim++) {
        ofGrid.put(to, dim, point.slope(dim, sums[dim]));
      }
    }
  }

  @Override
  public void scatter(long image, long firstChannel, long endChannel, Volumes grad) {
    int lanes = 0;
    long places = grid.count();
    for (long place = 0; place < places; place++) {
      move(points[lanes], image, place);
      gradOffsets[lanes++] = grad.place(place);
      boolean isEndOfRun = !isOneRun && place % grid.width() == grid.width() - 1;
      if (lanes == points.length || isEndOfRun || place == places - 1) {
        for (long channel = firstChannel; channel < endChannel; channel++) {
          add(grad.at(image, channel), lanes, images.at(image, channel));
        }
        lanes = 0;
      }
    }
  }

  private void add(long grad, int lanes, long to) {
    for (int corner = 0; corner < points[0].count(); corner++) {
      for (int lane = 0; lane < lanes; lane++) {
        RoundedPoint point = points[lane];
        if (point.offset(corner) >= 0) {
          long address = to + point.offset(corner);
          float share = point.share(corner, at(grad + gradOffsets[lane]));
          Elements.putDouble(type, address, at(address) + share);
        }
      }
    }
  }
}
