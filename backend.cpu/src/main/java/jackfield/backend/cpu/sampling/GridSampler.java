package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;

/** Computes what some places of an image have and give. Each thread has one of its own. */
interface GridSampler {
  /** The most places of a call. */
  int BLOCK = 256;

  /** Returns a sampler for images that are read, or gradients that are written. */
  static GridSampler of(GridPlan plan, GridPlaces grid, Volumes images) {
    return plan.input(0).dtype().isHalf()
        ? new RoundedSampler(plan, grid, images)
        : new ExactSampler(plan, grid, images);
  }

  /** Writes what all channels of an image have at {@code count} places from {@code first} on. */
  void sample(long image, long first, int count, Volumes out);

  /** Writes the gradients of places. */
  void slopes(long image, long first, int count, Volumes grad, GridPlaces ofGrid);

  /** Adds the gradients at all places of an image to those of some channels. */
  void scatter(long image, long firstChannel, long endChannel, Volumes grad);
}
