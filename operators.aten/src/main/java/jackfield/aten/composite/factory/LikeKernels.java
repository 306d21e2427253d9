package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.Strides;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Kernels that create tensors after the model of another tensor. The model supplies what is not
 * requested: sizes and order in memory ({@code …_like}), type and device.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LikeKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LikeKernels(Aten aten) {
    this.aten = aten;
  }

  /** Creates a tensor of undefined content with the model's sizes and order in memory. */
  public Tensor emptyLike(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    boolean keepsOrder = memoryFormat == null || memoryFormat == MemoryFormat.PRESERVE;
    long[] strides =
        keepsOrder
            ? Strides.dense(self)
            : MemoryFormats.strides("empty_like", memoryFormat, self.sizes());
    return newEmptyStrided(self, self.sizes(), strides, dtype, layout, device, pinMemory);
  }

  /** Creates a tensor of zeros with the model's sizes and order in memory. */
  public Tensor zerosLike(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return aten.zero_(emptyLike(self, dtype, layout, device, pinMemory, memoryFormat));
  }

  /** Creates a tensor of ones with the model's sizes and order in memory. */
  public Tensor onesLike(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return fullLike(self, Scalar.ONE, dtype, layout, device, pinMemory, memoryFormat);
  }

  /** Creates a tensor of one value with the model's sizes and order in memory. */
  public Tensor fullLike(
      Tensor self,
      Scalar fillValue,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return aten.fill_(emptyLike(self, dtype, layout, device, pinMemory, memoryFormat), fillValue);
  }

  /** Creates a contiguous tensor of undefined content with the model's type and device. */
  public Tensor newEmpty(
      Tensor self, long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.empty(size, orType(self, dtype), layout, orDevice(self, device), pinMemory, null);
  }

  /**
   * Creates a tensor of undefined content with the given strides and the model's type and device.
   */
  public Tensor newEmptyStrided(
      Tensor self,
      long[] size,
      long[] stride,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return aten.emptyStrided(
        size, stride, orType(self, dtype), layout, orDevice(self, device), pinMemory);
  }

  /** Creates a tensor of zeros with the model's type and device. */
  public Tensor newZeros(
      Tensor self, long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.zero_(newEmpty(self, size, dtype, layout, device, pinMemory));
  }

  /** Creates a tensor of ones with the model's type and device. */
  public Tensor newOnes(
      Tensor self, long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return newFull(self, size, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /** Creates a tensor of one value with the model's type and device. */
  public Tensor newFull(
      Tensor self,
      long[] size,
      Scalar fillValue,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return aten.fill_(newEmpty(self, size, dtype, layout, device, pinMemory), fillValue);
  }

  private static DType orType(Tensor self, DType dtype) {
    return dtype == null ? self.dtype() : dtype;
  }

  private static Device orDevice(Tensor self, Device device) {
    return device == null ? self.device() : device;
  }
}
