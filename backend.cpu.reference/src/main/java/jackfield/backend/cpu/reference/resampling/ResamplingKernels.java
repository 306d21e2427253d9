package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.Aten;
import jackfield.aten.resampling.Interpolation;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;

/** Images of other sizes or with borders, and the gradients. */
public final class ResamplingKernels {
  private ResamplingKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    registerNearest(kernels);
    registerInterpolation(kernels);
    registerBorders(kernels);
    GridKernels.register(kernels);
    BlockKernels.register(kernels);
  }

  private static void registerNearest(KernelRegistrar kernels) {
    kernels
        .structured(Aten.UPSAMPLE_NEAREST1D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_NEAREST2D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_NEAREST3D, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_NEAREST1D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_NEAREST2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_NEAREST3D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D_BACKWARD, ResamplingKernels::resample);
  }

  private static void registerInterpolation(KernelRegistrar kernels) {
    kernels
        .structured(Aten.UPSAMPLE_LINEAR1D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_BILINEAR2D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_TRILINEAR3D, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_BICUBIC2D, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_LINEAR1D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_BILINEAR2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_TRILINEAR3D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.UPSAMPLE_BICUBIC2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA_BACKWARD, ResamplingKernels::resample)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA_BACKWARD, ResamplingKernels::resample);
  }

  private static void registerBorders(KernelRegistrar kernels) {
    kernels
        .structured(Aten.REFLECTION_PAD1D, ResamplingKernels::resample)
        .structured(Aten.REFLECTION_PAD2D, ResamplingKernels::resample)
        .structured(Aten.REFLECTION_PAD3D, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD1D, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD2D, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD3D, ResamplingKernels::resample)
        .structured(Aten.REFLECTION_PAD1D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.REFLECTION_PAD2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.REFLECTION_PAD3D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD1D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD2D_BACKWARD, ResamplingKernels::resample)
        .structured(Aten.REPLICATION_PAD3D_BACKWARD, ResamplingKernels::resample);
  }

  private static void resample(ResamplingPlan plan) {
    Interpolation interpolation = plan.interpolation();
    boolean takesElements = interpolation == null || interpolation.isNearest();
    if (plan.output(0).elementCount() == 0) {
      return;
    }
    if (plan.input(0).dtype() == DType.UINT8 && !takesElements) {
      new FixedPointImages(plan).run();
    } else {
      new WeightedImages(plan, takesElements && !plan.isGradient()).run();
    }
  }
}
