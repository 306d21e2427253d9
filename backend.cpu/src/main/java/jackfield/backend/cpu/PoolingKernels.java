package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.pooling.AveragePoolKernels;
import jackfield.backend.cpu.pooling.MaxPoolKernels;

/** Registers the kernels of pooling, of its gradients and of its inverse. */
final class PoolingKernels {
  private final MaxPoolKernels maxima;

  PoolingKernels(MaxPoolKernels maxima) {
    this.maxima = maxima;
  }

  /** Adds the kernels to a list. */
  void addTo(KernelList kernels) {
    addMaxima(kernels);
    addAverages(kernels);
  }

  private void addMaxima(KernelList kernels) {
    kernels
        .structured(Aten.MAX_POOL2D_WITH_INDICES, maxima::max)
        .structured(Aten.MAX_POOL3D_WITH_INDICES, maxima::max)
        .structured(Aten.ADAPTIVE_MAX_POOL2D, maxima::max)
        .structured(Aten.ADAPTIVE_MAX_POOL3D, maxima::max)
        .structured(Aten.MAX_POOL2D_WITH_INDICES_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.MAX_POOL3D_WITH_INDICES_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.ADAPTIVE_MAX_POOL2D_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.ADAPTIVE_MAX_POOL3D_BACKWARD, MaxPoolKernels::backward)
        .structured(Aten.MAX_UNPOOL2D, MaxPoolKernels::unpool)
        .structured(Aten.MAX_UNPOOL3D, MaxPoolKernels::unpool);
  }

  private static void addAverages(KernelList kernels) {
    kernels
        .structured(Aten.AVG_POOL2D, AveragePoolKernels::average)
        .structured(Aten.AVG_POOL3D, AveragePoolKernels::average)
        .structured(Aten._ADAPTIVE_AVG_POOL2D, AveragePoolKernels::average)
        .structured(Aten._ADAPTIVE_AVG_POOL3D, AveragePoolKernels::average)
        .structured(Aten.AVG_POOL2D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten.AVG_POOL3D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten._ADAPTIVE_AVG_POOL2D_BACKWARD, AveragePoolKernels::backward)
        .structured(Aten._ADAPTIVE_AVG_POOL3D_BACKWARD, AveragePoolKernels::backward);
  }
}
