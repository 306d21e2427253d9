package jackfield.backend.cuda.image;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
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
  private static final int GREATEST_PRECISION = 22;
  private static final int WEIGHT_BITS = 15;
  private static final double HALF = 0.5;

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
    int precision = precision(axis);
    long[] table =
        tables.add(
            axis.count(),
            axis::at,
            weight -> {
              double scaled = weight * (1L << precision);
              return (long) (scaled < 0 ? scaled - HALF : scaled + HALF);
            });
    launcher.elementwise(
        plan.operator(),
        "resample_bytes",
        block(to, from).with(dim, precision).with(table),
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

  /** Returns the number of bits after the point, so that the greatest weight fits 16 bits. */
  private static int precision(Axis axis) {
    double greatest = 0;
    Taps taps = new Taps();
    for (long position = 0; position < axis.count(); position++) {
      axis.at(position, taps);
      double weight = 0;
      for (int tap = 0; tap < taps.count(); tap++) {
        boolean isSame = tap > 0 && taps.index(tap) == taps.index(tap - 1);
        weight = (isSame ? weight : 0) + taps.weight(tap);
        greatest = Math.max(greatest, weight);
      }
    }
    int precision = 0;
    while (precision < GREATEST_PRECISION
        && (long) (HALF + greatest * (1L << (precision + 1))) < 1L << WEIGHT_BITS) {
      precision++;
    }
    return Math.max(precision, 1);
  }
}
