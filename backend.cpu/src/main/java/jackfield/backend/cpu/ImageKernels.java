package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.moves.NearestKernels;
import jackfield.backend.cpu.resampling.InterpolationKernels;
import jackfield.backend.cpu.sampling.GridKernels;

/** Registers the kernels of images with other sizes or with borders, and of their gradients. */
final class ImageKernels {
  private final InterpolationKernels images;

  ImageKernels(InterpolationKernels images) {
    this.images = images;
  }

  /** Adds the kernels to a list. */
  void addTo(KernelList kernels) {
    addCopies(kernels);
    addInterpolations(kernels);
    addSums(kernels);
    addSamples(kernels);
  }

  private static void addCopies(KernelList kernels) {
    kernels
        .structured(Aten.UPSAMPLE_NEAREST1D, NearestKernels::copy)
        .structured(Aten.UPSAMPLE_NEAREST2D, NearestKernels::copy)
        .structured(Aten.UPSAMPLE_NEAREST3D, NearestKernels::copy)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D, NearestKernels::copy)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D, NearestKernels::copy)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D, NearestKernels::copy)
        .structured(Aten.REFLECTION_PAD1D, NearestKernels::copy)
        .structured(Aten.REFLECTION_PAD2D, NearestKernels::copy)
        .structured(Aten.REFLECTION_PAD3D, NearestKernels::copy)
        .structured(Aten.REPLICATION_PAD1D, NearestKernels::copy)
        .structured(Aten.REPLICATION_PAD2D, NearestKernels::copy)
        .structured(Aten.REPLICATION_PAD3D, NearestKernels::copy);
  }

  private void addInterpolations(KernelList kernels) {
    kernels
        .structured(Aten.UPSAMPLE_LINEAR1D, images::interpolate)
        .structured(Aten.UPSAMPLE_LINEAR1D_BACKWARD, images::interpolate)
        .structured(Aten.UPSAMPLE_BILINEAR2D, images::interpolate)
        .structured(Aten.UPSAMPLE_BILINEAR2D_BACKWARD, images::interpolate)
        .structured(Aten.UPSAMPLE_TRILINEAR3D, images::interpolate)
        .structured(Aten.UPSAMPLE_TRILINEAR3D_BACKWARD, images::interpolate)
        .structured(Aten.UPSAMPLE_BICUBIC2D, images::interpolate)
        .structured(Aten.UPSAMPLE_BICUBIC2D_BACKWARD, images::interpolate)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA, images::interpolate)
        .structured(Aten._UPSAMPLE_BILINEAR2D_AA_BACKWARD, images::interpolate)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA, images::interpolate)
        .structured(Aten._UPSAMPLE_BICUBIC2D_AA_BACKWARD, images::interpolate);
  }

  /** Gradients of images whose elements are elements of the input. */
  private void addSums(KernelList kernels) {
    kernels
        .structured(Aten.UPSAMPLE_NEAREST1D_BACKWARD, images::interpolate)
        .structured(Aten.UPSAMPLE_NEAREST2D_BACKWARD, images::interpolate)
        .structured(Aten.UPSAMPLE_NEAREST3D_BACKWARD, images::interpolate)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT1D_BACKWARD, images::interpolate)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT2D_BACKWARD, images::interpolate)
        .structured(Aten._UPSAMPLE_NEAREST_EXACT3D_BACKWARD, images::interpolate)
        .structured(Aten.REFLECTION_PAD1D_BACKWARD, images::interpolate)
        .structured(Aten.REFLECTION_PAD2D_BACKWARD, images::interpolate)
        .structured(Aten.REFLECTION_PAD3D_BACKWARD, images::interpolate)
        .structured(Aten.REPLICATION_PAD1D_BACKWARD, images::interpolate)
        .structured(Aten.REPLICATION_PAD2D_BACKWARD, images::interpolate)
        .structured(Aten.REPLICATION_PAD3D_BACKWARD, images::interpolate);
  }

  private static void addSamples(KernelList kernels) {
    kernels
        .structured(Aten.GRID_SAMPLER_2D, GridKernels::sample)
        .structured(Aten.GRID_SAMPLER_3D, GridKernels::sample)
        .structured(Aten.GRID_SAMPLER_2D_BACKWARD, GridKernels::backward)
        .structured(Aten.GRID_SAMPLER_3D_BACKWARD, GridKernels::backward);
  }
}
