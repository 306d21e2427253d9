package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.window.TapMaximum;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The greatest elements of windows of planes and volumes, with their positions, their gradient, and
 * their inverse {@code max_unpool}. The last NaN of a window counts, else the first of its equal
 * greatest elements. Float16 and bfloat16 are compared as float32, integers as int64.
 *
 * <p><em>Shapes</em>: {@link PoolingPlan#asBatch} makes them [n, channels, rows, columns] or [n,
 * channels, slices, rows, columns].
 *
 * <p>Three classes find maxima of planes: {@link MaxPairs} those of the most common windows, {@link
 * MaxBand} those of others that are not adaptive and not too large, {@link MaxScan} all.
 */
public final class MaxPoolKernels {
  private static final long GRAIN = 1 << 14; // taps of a part of a parallel loop
  private static final long BAND_BYTES = 1 << 16; // of a copied part of an image

  private final ByType<TapMaximum> loops = TapMaximum.byType();
  private final ByType<RowsLoop> copy = RowsLoop.copy();
  private final ByType<PointwiseLoop> fill;
  private final Workspaces workspaces;

  /**
   * Creates the kernels.
   *
   * @param fill the loops that write a number to all elements
   */
  public MaxPoolKernels(ByType<PointwiseLoop> fill, Workspaces workspaces) {
    this.fill = fill;
    this.workspaces = workspaces;
  }

  /** Writes the greatest element of each window, and its row-major position in the image. */
  public void max(PoolingPlan plan) {
    Tensor self = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() == 0) {
      return;
    }
    if (plan.windows().rank() == 3) {
      VolumeMaxima.max(plan);
      return;
    }
    Tensor indices = plan.asBatch(plan.output(1));
    PoolingWindows windows = plan.windows();
    Planes from = Planes.of(self);
    Planes to = Planes.of(out);
    Planes places = Planes.of(indices);
    long planes = self.size(0) * self.size(1);
    if (MaxPairs.fits(windows, from, to, places)) {
      MaxPairs pairs = new MaxPairs(windows, from, to, places);
      Parallel.range(pairs.rows(planes), Math.max(1, GRAIN / pairs.taps()), pairs::run);
    } else if (MaxBand.fits(windows)) {
      bands(band(windows, from, to, places), windows, planes);
    } else {
      scan(new MaxScan(windows, from, to, places), planes);
    }
  }

  private static void scan(MaxScan scan, long planes) {
    Parallel.range(
        planes,
        1,
        (from, to) -> {
          for (long plane = from; plane < to; plane++) {
            scan.run(plane);
          }
        });
  }

  private void bands(MaxBand band, PoolingWindows windows, long planes) {
    long bands = Math.ceilDiv(windows.positions(0), band.rows());
    long taps = band.rows() * windows.positions(1) * band.taps();
    Parallel.range(
        planes * bands,
        Math.max(1, GRAIN / taps),
        (from, to) ->
            workspaces.use(
                band.bytes(),
                memory -> {
                  for (long part = from; part < to; part++) {
                    band.run(part / bands, part % bands * band.rows(), memory);
                  }
                }));
  }

  private MaxBand band(PoolingWindows windows, Planes self, Planes out, Planes indices) {
    DType type = typeInBand(self.type());
    long rowBytes = windows.image(1) * windows.geometry().stride()[0] * type.sizeBytes();
    long rows = Math.clamp(BAND_BYTES / rowBytes, 1, windows.positions(0));
    return new MaxBand(
        windows, type, rows, copy.of(type), loops.of(type), fill.of(type), self, out, indices);
  }

  private static DType typeInBand(DType type) {
    return type.isHalf() ? DType.FLOAT32 : type.isFloating() ? type : DType.INT64;
  }

  /** Adds each element of the gradient to the element of the image that was the greatest. */
  public static void backward(PoolingPlan plan) {
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() > 0) {
      Tensor grad = plan.asBatch(plan.input(0));
      Scattering.run(plan.operator(), true, grad, plan.asBatch(plan.input(2)), out);
    }
  }

  /** Writes each element at its position in an image of zeros. */
  public static void unpool(PoolingPlan plan) {
    Tensor self = plan.asBatch(plan.input(0));
    Tensor indices = plan.asBatch(plan.input(1));
    Scattering.run(plan.operator(), false, self, indices, plan.asBatch(plan.output(0)));
  }
}
