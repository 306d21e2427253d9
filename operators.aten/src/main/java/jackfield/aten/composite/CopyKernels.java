package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.Strides;
import jackfield.aten.kernel.ViewShapes;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Kernels that copy a tensor, or return the argument itself if nothing has to change; composed of
 * {@code empty_strided} and {@code copy_}.
 *
 * <p><em>Source</em>: PyTorch 2.6, its memory formats included.
 */
public final class CopyKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public CopyKernels(Aten aten) {
    this.aten = aten;
  }

  /** Copies the tensor; the order in memory is kept unless another is requested. */
  public Tensor cloned(Tensor self, MemoryFormat memoryFormat) {
    return toCopy(self, null, null, null, null, false, memoryFormat);
  }

  /** Copies the tensor into another type, to another device, or in another order in memory. */
  public Tensor toCopy(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      boolean nonBlocking,
      MemoryFormat memoryFormat) {
    boolean keepsOrder = memoryFormat == null || memoryFormat == MemoryFormat.PRESERVE;
    long[] strides =
        keepsOrder
            ? Strides.dense(self)
            : MemoryFormats.strides("clone", memoryFormat, self.sizes());
    Tensor copy =
        aten.emptyStrided(
            self.sizes(),
            strides,
            dtype == null ? self.dtype() : dtype,
            layout,
            device == null ? self.device() : device,
            pinMemory);
    return aten.copy_(copy, self, nonBlocking);
  }

  /** Writes the only element of {@code value} into the tensor. */
  public Tensor fillWithElement(Tensor self, Tensor value) {
    if (value.rank() != 0) {
      throw new ShapeMismatch("fill_", "expected value to have no dimension", value.sizes());
    }
    return aten.copy_(self, value, false);
  }

  /** Returns the tensor itself if its elements have the requested order, else a copy. */
  public Tensor contiguous(Tensor self, MemoryFormat memoryFormat) {
    if (memoryFormat == MemoryFormat.PRESERVE) {
      throw new InvalidArgument("contiguous", "memory_format", "PRESERVE names no order");
    }
    return MemoryFormats.isContiguous(self, memoryFormat) ? self : aten.clone(self, memoryFormat);
  }

  /** Returns a view of another shape if the strides allow it, else a copy. */
  public Tensor reshape(Tensor self, long[] shape) {
    long[] sizes = ViewShapes.infer("reshape", shape, self.elementCount());
    if (ViewShapes.strides(self.sizes(), self.strides(), sizes) != null) {
      return aten.view(self, sizes);
    }
    return aten._unsafeView(aten.clone(self, MemoryFormat.CONTIGUOUS), sizes);
  }

  /** Returns the tensor itself if it has the requested type, else a converted copy. */
  public Tensor toDtype(
      Tensor self, DType dtype, boolean nonBlocking, boolean copy, MemoryFormat memoryFormat) {
    return toDtypeLayout(self, dtype, null, null, null, nonBlocking, copy, memoryFormat);
  }

  /** Returns the tensor itself if it has the requested device and type, else a converted copy. */
  public Tensor toDevice(
      Tensor self,
      Device device,
      DType dtype,
      boolean nonBlocking,
      boolean copy,
      MemoryFormat memoryFormat) {
    return toDtypeLayout(self, dtype, null, device, null, nonBlocking, copy, memoryFormat);
  }

  /**
   * Returns the tensor itself if its type and device are those of the other, else a converted copy.
   */
  public Tensor toOther(
      Tensor self, Tensor other, boolean nonBlocking, boolean copy, MemoryFormat memoryFormat) {
    return toDtypeLayout(
        self, other.dtype(), null, other.device(), null, nonBlocking, copy, memoryFormat);
  }

  /** Returns the tensor itself if it has the other's type, else a converted copy. */
  public Tensor typeAs(Tensor self, Tensor other) {
    return toOther(self, other, false, false, null);
  }

  /** Returns the tensor itself if it has all requested properties, else a copy that has them. */
  public Tensor toDtypeLayout(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      boolean nonBlocking,
      boolean copy,
      MemoryFormat memoryFormat) {
    boolean staysAsIs =
        !copy
            && (dtype == null || dtype == self.dtype())
            && (layout == null || layout == Layout.STRIDED)
            && (device == null || self.storage().domain().isOn(device))
            && hasOrder(self, memoryFormat);
    return staysAsIs
        ? self
        : aten._toCopy(self, dtype, layout, device, pinMemory, nonBlocking, memoryFormat);
  }

  private static boolean hasOrder(Tensor self, MemoryFormat format) {
    return format == null
        || format == MemoryFormat.PRESERVE
        || MemoryFormats.suggested(self) == format;
  }
}
