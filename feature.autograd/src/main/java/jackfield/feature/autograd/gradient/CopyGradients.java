package jackfield.feature.autograd.gradient;

import jackfield.aten._ToCopy;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** The gradients of copies to another device. */
public final class CopyGradients {
  private final _ToCopy toCopy;

  public CopyGradients(KernelRegistrar kernels) {
    this.toCopy = kernels.operator(_ToCopy.TYPE);
  }

  /**
   * Returns the gradient on the device of its tensor, or on the host if the tensor was evacuated
   * since.
   *
   * @param memory the tensor's memory domain when it was recorded
   * @throws jackfield.memory.BackendGone if the memory domain and the tensor in it are gone
   */
  public Tensor moved(Tensor grad, MemoryDomain memory) {
    Device device = memory.present().device();
    return grad.device().equals(device)
        ? grad
        : toCopy.call(grad, null, null, device, null, false, null);
  }
}
