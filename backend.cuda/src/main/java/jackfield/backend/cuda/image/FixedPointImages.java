package jackfield.backend.cuda.image;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.FixedPointWeights;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Images of bytes, computed with weights of 16 bits: one dimension after the other, the last one
 * first, each rounded to bytes. A dimension that keeps its size is left as it is.
 */
final class FixedPointImages {
  private final Launcher launcher;
  private final ResamplingPlan plan;
  private final List<Lease> images = new ArrayList<>();

  /** An image in memory of the device, of bytes. */
  private record Image(long address, long[] sizes, long[] steps) {
    static Image of(Tensor tensor) {
      return new Image(tensor.address(), tensor.sizes(), tensor.strides());
    }
  }

  FixedPointImages(Launcher launcher, ResamplingPlan plan) {
    this.launcher = launcher;
    this.plan = plan;
  }

  void run() {
    Image image = Image.of(ResamplingBodies.batch(plan.input(0), plan.rank()));
    try (TapTables tables = new TapTables(launcher)) {
      for (int dim = plan.rank() - 1; dim >= 0; dim--) {
        Axis axis = plan.axis(dim);
        if (axis.size() != axis.count()) {
          Image next = create(image.sizes, dim + 2, axis.count());
          resample(image, next, axis, dim + 2, tables);
          image = next;
        }
      }
      Tensor out = ResamplingBodies.batch(plan.output(0), plan.rank());
      launcher.elementwise(
          plan.operator(), "copy_1", block(Image.of(out), image), out.elementCount());
    } finally {
      images.forEach(launcher.context().memory()::release);
    }
  }

  private Image create(long[] like, int dim, long count) {
    long[] sizes = like.clone();
    sizes[dim] = count;
    Lease lease = launcher.context().memory().lease(Math.max(1, Shapes.elementCount(sizes)));
    images.add(lease);
    return new Image(lease.address(), sizes, Shapes.contiguousStrides(sizes));
  }

  private void resample(Image from, Image to, Axis axis, int dim, TapTables tables) {
    FixedPointWeights weights = FixedPointWeights.of(axis);
    long[] table = tables.add(axis.count(), axis::at, weights::rounded);
    launcher.elementwise(
        plan.operator(),
        "resample_bytes",
        block(to, from).with(dim, weights.precision()).with(table),
        Shapes.elementCount(to.sizes));
  }

  private static ParameterBlock block(Image to, Image from) {
    ParameterBlock.Builder block =
        new ParameterBlock.Builder(
            new DType[] {DType.UINT8, DType.UINT8}, new long[] {to.address, from.address});
    for (int dim = 0; dim < to.sizes.length; dim++) {
      block.dimension(to.sizes[dim], new long[] {to.steps[dim], from.steps[dim]});
    }
    return block.build();
  }
}
