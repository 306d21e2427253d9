package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;

/**
 * Samples images at the places of a grid, and computes the gradients. Each thread has one of its
 * own.
 */
interface GridSampler {
  /** The most places of a call. */
  int BLOCK = 256;

  /** Returns a sampler for images that are read, or gradients that are written. */
  static GridSampler of(GridPlan plan, GridPlaces grid, Volumes images) {
    return plan.input(0).dtype().isHalf()
        ? new RoundedSampler(plan, grid, images)
        : new ExactSampler(plan, grid, images);
  }

  /** Writes the samples of all channels at {@code count} places of a grid, from {@code first}. */
  void sample(long image, long first, int count, Volumes out);

  /** Writes the gradients of places. */
  void slopes(long image, long first, int count, Volumes grad, GridPlaces ofGrid);

  /** Adds the gradients at all places of an image to those of some channels. */
  void scatter(long image, long firstChannel, long endChannel, Volumes grad);
}
