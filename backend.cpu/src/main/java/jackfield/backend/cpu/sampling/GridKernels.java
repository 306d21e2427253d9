package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;
import java.util.function.Supplier;

/**
 * The kernels of {@code grid_sampler_2d} and {@code grid_sampler_3d} and of their gradients.
 * Results and gradients of places are computed place by place, gradients of images channel by
 * channel, so that no two threads write to one element.
 *
 * <p><em>Shapes</em>: input [n, channels, …], where … are the two or three dimensions of an image;
 * grid [n, …, rank], the coordinate of the last dimension first; result [n, channels, …] of the
 * grid's sizes. <em>Types</em>: floating ones.
 */
public final class GridKernels {
  private static final long GRAIN = 1 << 12; // elements of a part of a parallel loop
  private static final long CHANNELS = 8; // for which the elements around a place are found once

  private GridKernels() {}

  /** What is done with some places of an image. */
  private interface Action {
    void run(GridSampler sampler, long image, long first, int count);
  }

  /** Samples images at the places of a grid. */
  public static void sample(GridPlan plan) {
    Tensor result = plan.output(0);
    if (result.elementCount() == 0) {
      return; // an empty tensor may have a huge dimension
    }
    Volumes input = Volumes.of(plan.input(0));
    GridPlaces grid = GridPlaces.of(plan.input(1));
    Volumes out = Volumes.of(result);
    forEachBlock(
        plan,
        grid,
        () -> GridSampler.of(plan, grid, input),
        (sampler, image, first, count) -> sampler.sample(image, first, count, out));
  }

  /** Computes the gradients of images, if they are wanted, and of places. */
  public static void backward(GridPlan plan) {
    GridPlaces grid = GridPlaces.of(plan.input(1));
    Volumes grad = Volumes.of(plan.input(2));
    if (plan.input(1).elementCount() > 0) {
      Volumes input = Volumes.of(plan.input(0));
      GridPlaces ofGrid = GridPlaces.of(plan.output(1));
      forEachBlock(
          plan,
          grid,
          () -> GridSampler.of(plan, grid, input),
          (sampler, image, first, count) -> sampler.slopes(image, first, count, grad, ofGrid));
    }
    if (plan.output(0) != null && plan.output(0).elementCount() > 0) {
      scatter(plan, grid, grad);
    }
  }

  private static void forEachBlock(
      GridPlan plan, GridPlaces grid, Supplier<GridSampler> samplers, Action action) {
    long places = grid.count();
    long blocks = Math.ceilDiv(places, GridSampler.BLOCK);
    long channels = Math.max(1, plan.input(0).size(1));
    long each = Math.min(places, GridSampler.BLOCK) * channels;
    Parallel.range(
        plan.input(0).size(0) * blocks,
        Math.max(1, GRAIN / each),
        (from, to) -> {
          GridSampler sampler = samplers.get();
          for (long part = from; part < to; part++) {
            long first = part % blocks * GridSampler.BLOCK;
            int count = (int) Math.min(GridSampler.BLOCK, places - first);
            action.run(sampler, part / blocks, first, count);
          }
        });
  }

  private static void scatter(GridPlan plan, GridPlaces grid, Volumes grad) {
    Tensor ofInput = plan.output(0);
    Volumes to = Volumes.of(ofInput);
    long channels = ofInput.size(1);
    long groups = Math.ceilDiv(channels, CHANNELS);
    long each = CHANNELS * Math.max(1, Math.max(grid.count(), to.count()));
    Parallel.range(
        ofInput.size(0) * groups,
        Math.max(1, GRAIN / each),
        (from, end) -> {
          GridSampler sampler = GridSampler.of(plan, grid, to);
          for (long part = from; part < end; part++) {
            long image = part / groups * channels;
            long first = part % groups * CHANNELS;
            long last = Math.min(channels, first + CHANNELS);
            clear(to, image + first, image + last);
            sampler.scatter(part / groups, first, last, grad);
          }
        });
  }

  private static void clear(Volumes to, long first, long end) {
    for (long volume = first; volume < end; volume++) {
      to.clear(volume);
    }
  }
}
