package jackfield.feature.autograd;

import jackfield.aten._ToCopy;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Device;
import jackfield.tensor.Tensor;

/** The gradients of copies to another device. */
final class CopyGradients {
  private final _ToCopy toCopy;

  CopyGradients(KernelRegistrar kernels) {
    this.toCopy = kernels.operator(_ToCopy.TYPE);
  }

  /** Returns the gradient on the device that its tensor was on. */
  Tensor moved(Tensor grad, Device device) {
    return grad.device().equals(device)
        ? grad
        : toCopy.call(grad, null, null, device, null, false, null);
  }
}
