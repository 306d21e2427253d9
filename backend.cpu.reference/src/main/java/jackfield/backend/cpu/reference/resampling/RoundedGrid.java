package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.RoundedPoint;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Images of float16 and bfloat16 at given places, and the gradients; each step is rounded.
 *
 * <p>Elements that several places read receive the gradients in PyTorch's order, which is that of
 * its vectors: the places of a vector one after another for the first corner, then for the second.
 */
final class RoundedGrid {
  private static final int VECTOR = 16; // elements of 256 bits

  private final GridPlan plan;
  private final Tensor input;
  private final Tensor grid;

  RoundedGrid(GridPlan plan) {
    this.plan = plan;
    this.input = plan.input(0);
    this.grid = plan.input(1);
  }

  void sample() {
    Tensor out = plan.output(0);
    RoundedPoint point = RoundedPoint.of(plan, Images.steps(input));
    for (long batch = 0; batch < out.size(0); batch++) {
      long[] plane = {batch, 0};
      Positions.forEachInImage(
          out,
          Images.sizes(out),
          place -> {
            point.move(coordinates(plane[0], place));
            for (plane[1] = 0; plane[1] < out.size(1); plane[1]++) {
              put(out, plane, place, point.sample(image(input, plane)));
            }
          });
    }
  }

  private float[] coordinates(long batch, long[] place) {
    long address = Positions.address(grid, new long[] {batch}, place);
    long step = grid.stride(grid.rank() - 1) * grid.dtype().sizeBytes();
    float[] coordinates = new float[place.length];
    for (int dim = 0; dim < place.length; dim++) {
      long at = address + (place.length - 1 - dim) * step;
      coordinates[dim] = (float) Elements.doubleAt(grid.dtype(), at);
    }
    return coordinates;
  }

  /** Returns the address of the first element of an image. */
  private static long image(Tensor images, long[] plane) {
    return Positions.address(images, plane, new long[images.rank() - 2]);
  }

  // ---- gradients

  void backward() {
    Tensor ofInput = plan.output(0);
    if (ofInput != null) {
      HostData.forEachAddress(ofInput, address -> Elements.putDouble(input.dtype(), address, 0));
    }
    Tensor grad = plan.input(2);
    int most = plan.rank() == 2 ? VECTOR : 1;
    List<Place> vector = new ArrayList<>();
    for (long batch = 0; batch < grad.size(0); batch++) {
      long number = batch;
      Positions.forEach(
          Images.sizes(grad),
          place -> {
            vector.add(place(number, place.clone()));
            if (vector.size() == most || isEndOfRun(place)) {
              finish(number, vector);
            }
          });
      finish(number, vector);
    }
  }

  /** A place, with its point in the images and the one in their gradients, if they are asked. */
  private record Place(long[] index, RoundedPoint point, RoundedPoint target) {}

  private Place place(long batch, long[] index) {
    float[] coordinates = coordinates(batch, index);
    Tensor ofInput = plan.output(0);
    return new Place(
        index, point(input, coordinates), ofInput == null ? null : point(ofInput, coordinates));
  }

  private RoundedPoint point(Tensor images, float[] coordinates) {
    RoundedPoint point = RoundedPoint.of(plan, Images.steps(images));
    point.move(coordinates);
    return point;
  }

  /** Returns whether a vector ends here, since the next line of places has another step. */
  private boolean isEndOfRun(long[] place) {
    int last = place.length - 1;
    return place[last] == grid.size(last + 1) - 1 && !isOneRun();
  }

  private boolean isOneRun() {
    long step = grid.stride(2);
    boolean isDense = grid.size(1) == 1 || grid.stride(1) == grid.size(2) * step;
    boolean isContiguous = step == 2 && grid.stride(3) == 1;
    return isDense && (isContiguous || step == 1 || grid.size(2) == 1);
  }

  private void finish(long batch, List<Place> vector) {
    Tensor grad = plan.input(2);
    float[][] slopes = new float[vector.size()][plan.rank()];
    long[] plane = {batch, 0};
    for (plane[1] = 0; plane[1] < grad.size(1); plane[1]++) {
      if (plan.output(0) != null) {
        scatter(plane, vector);
      }
      for (int lane = 0; lane < slopes.length; lane++) {
        Place place = vector.get(lane);
        place.point().addSlopes(image(input, plane), at(grad, plane, place.index()), slopes[lane]);
      }
    }
    for (int lane = 0; lane < slopes.length; lane++) {
      store(batch, vector.get(lane), slopes[lane]);
    }
    vector.clear();
  }

  private void scatter(long[] plane, List<Place> vector) {
    Tensor ofInput = plan.output(0);
    int corners = vector.isEmpty() ? 0 : vector.getFirst().point().count();
    for (int corner = 0; corner < corners; corner++) {
      for (Place place : vector) {
        long offset = place.target().offset(corner);
        if (offset >= 0) {
          long address = image(ofInput, plane) + offset;
          float share = place.target().share(corner, at(plan.input(2), plane, place.index()));
          float sum = (float) Elements.doubleAt(ofInput.dtype(), address) + share;
          Elements.putDouble(ofInput.dtype(), address, sum);
        }
      }
    }
  }

  private void store(long batch, Place place, float[] slopes) {
    Tensor ofGrid = plan.output(1);
    long address = Positions.address(ofGrid, new long[] {batch}, place.index());
    long step = ofGrid.stride(ofGrid.rank() - 1) * ofGrid.dtype().sizeBytes();
    for (int dim = 0; dim < slopes.length; dim++) {
      long at = address + (slopes.length - 1 - dim) * step;
      Elements.putDouble(ofGrid.dtype(), at, place.point().slope(dim, slopes[dim]));
    }
  }

  private static float at(Tensor tensor, long[] plane, long[] place) {
    return (float) Elements.doubleAt(tensor.dtype(), Positions.address(tensor, plane, place));
  }

  private static void put(Tensor tensor, long[] plane, long[] place, float number) {
    Elements.putDouble(tensor.dtype(), Positions.address(tensor, plane, place), number);
  }
}
