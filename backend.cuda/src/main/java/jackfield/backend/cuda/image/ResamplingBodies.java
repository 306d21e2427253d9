package jackfield.backend.cuda.image;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Images of other sizes or with borders, and the gradients. The host finds the taps of each
 * dimension as the plan says; the device sums up elements with the products of their weights.
 */
public final class ResamplingBodies {
  private final Launcher launcher;

  /** Creates the bodies. */
  public ResamplingBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    registerNearest(kernels);
    registerInterpolation(kernels);
    registerBorders(kernels);
    new GridBodies(launcher).register(kernels);
    new ColumnBodies(launcher).register(kernels);
  }

  private void registerNearest(KernelRegistrar kernels) {
    kernels
        .structured(Aten.UPSAMPLE_NEAREST1D, this::resample)
        .structured(Aten.UPSAMPLE_NEAREST2D, this::resample)
        .structured(Aten.UPSAMPLE_NEAREST3D, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D, this::resample)
        .structured(Aten.UPSAMPLE_NEAREST1D_BACKWARD, this::resample)
        .structured(Aten.UPSAMPLE_NEAREST2D_BACKWARD, this::resample)
        .structured(Aten.UPSAMPLE_NEAREST3D_BACKWARD, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D_BACKWARD, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D_BACKWARD, this::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D_BACKWARD, this::resample);
  }

  private void registerInterpolation(KernelRegistrar kernels) {
    kernels
        .structured(Aten.UPSAMPLE_LINEAR1D, this::resample)
        .structured(Aten.UPSAMPLE_BILINEAR2D, this::resample)
        .structured(Aten.UPSAMPLE_TRILINEAR3D, this::resample)
        .structured(Aten.UPSAMPLE_BICUBIC2D, this::resample)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA, this::resample)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA, this::resample)
        .structured(Aten.UPSAMPLE_LINEAR1D_BACKWARD, this::resample)
        .structured(Aten.UPSAMPLE_BILINEAR2D_BACKWARD, this::resample)
        .structured(Aten.UPSAMPLE_TRILINEAR3D_BACKWARD, this::resample)
        .structured(Aten.UPSAMPLE_BICUBIC2D_BACKWARD, this::resample)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA_BACKWARD, this::resample)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA_BACKWARD, this::resample);
  }

  private void registerBorders(KernelRegistrar kernels) {
    kernels
        .structured(Aten.REFLECTION_PAD1D, this::resample)
        .structured(Aten.REFLECTION_PAD2D, this::resample)
        .structured(Aten.REFLECTION_PAD3D, this::resample)
        .structured(Aten.REPLICATION_PAD1D, this::resample)
        .structured(Aten.REPLICATION_PAD2D, this::resample)
        .structured(Aten.REPLICATION_PAD3D, this::resample)
        .structured(Aten.REFLECTION_PAD1D_BACKWARD, this::resample)
        .structured(Aten.REFLECTION_PAD2D_BACKWARD, this::resample)
        .structured(Aten.REFLECTION_PAD3D_BACKWARD, this::resample)
        .structured(Aten.REPLICATION_PAD1D_BACKWARD, this::resample)
        .structured(Aten.REPLICATION_PAD2D_BACKWARD, this::resample)
        .structured(Aten.REPLICATION_PAD3D_BACKWARD, this::resample);
  }

  private void resample(ResamplingPlan plan) {
    Interpolation interpolation = plan.interpolation();
    boolean takesElements = interpolation == null || interpolation.isNearest();
    Tensor out = batch(plan.output(0), plan.rank());
    if (out.elementCount() == 0) {
      return;
    }
    if (out.dtype() == DType.UINT8 && !takesElements) {
      new FixedPointImages(launcher, plan).run();
      return;
    }
    boolean copies = takesElements && !plan.isGradient();
    String kernel = copies ? "resample_take_" + out.dtype().sizeBytes() : "resample_" + out.dtype();
    try (TapTables tables = new TapTables(launcher)) {
      ParameterBlock block = Blocks.strided(out.sizes(), out, batch(plan.input(0), plan.rank()));
      Taps scratch = new Taps();
      for (int dim = 0; dim < plan.rank(); dim++) {
        int along = dim;
        block =
            block.with(
                tables.add(
                    out.size(dim + 2),
                    (index, taps) -> plan.taps(along, index, taps, scratch),
                    Double::doubleToRawLongBits));
      }
      launcher.elementwise(plan.operator(), kernel, block, out.elementCount());
    }
  }

  /** Returns a tensor with a batch dimension, of size 1 where there was none. */
  static Tensor batch(Tensor tensor, int rank) {
    if (tensor.rank() == rank + 2) {
      return tensor;
    }
    long[] sizes = new long[rank + 2];
    long[] strides = new long[rank + 2];
    sizes[0] = 1;
    System.arraycopy(tensor.sizes(), 0, sizes, 1, rank + 1);
    System.arraycopy(tensor.strides(), 0, strides, 1, rank + 1);
    return tensor.alias(sizes, strides, tensor.offset());
  }
}
