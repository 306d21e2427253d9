package jackfield.aten.composite.storage;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.memory.Storage;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Changes of the memory under a tensor, for every backend.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class StorageKernels {
  private static final long[] EMPTY = {0};
  private static final long[] DENSE = {1};
  private static final Outputs OUTPUTS =
      new Outputs(
          DispatchKey.CPU,
          (to, from) -> {
            throw new AssertionError("only resizes");
          });

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public StorageKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns a view of the same bytes as elements of {@code dtype}. Between types of different size
   * the last dimension grows or shrinks.
   *
   * @throws TypeMismatch if the memory contains conjugates or negatives of the elements
   * @throws ShapeMismatch if the last dimension is missing or has gaps, or the bytes of its rows
   *     are no whole elements
   */
  public static Tensor viewAs(Tensor self, DType dtype) {
    if (self.has(DispatchKey.CONJUGATE) || self.has(DispatchKey.NEGATIVE)) {
      throw new TypeMismatch(
          "view", "the memory of %s contains changed elements".formatted(self.summary()));
    }
    long from = self.dtype().sizeBytes();
    long to = dtype.sizeBytes();
    if (from == to) {
      return view(self, dtype, self.sizes(), self.strides(), self.offset());
    }
    int last = self.rank() - 1;
    if (last < 0 || self.stride(last) != 1) {
      throw new ShapeMismatch(
          "view",
          "expected a last dimension without gaps to view %s as %s".formatted(self.dtype(), dtype),
          self.sizes());
    }
    return from > to ? divided(self, dtype, from / to) : joined(self, dtype, to / from);
  }

  private static Tensor divided(Tensor self, DType dtype, long parts) {
    int last = self.rank() - 1;
    long[] sizes = self.sizes().clone();
    sizes[last] = Shapes.product(sizes[last], parts);
    long[] strides = self.strides().clone();
    Arrays.setAll(strides, dim -> dim == last ? 1 : Shapes.product(strides[dim], parts));
    return view(self, dtype, sizes, strides, Shapes.product(self.offset(), parts));
  }

  private static Tensor joined(Tensor self, DType dtype, long parts) {
    int last = self.rank() - 1;
    long[] sizes = self.sizes().clone();
    long[] strides = self.strides().clone();
    boolean fits = sizes[last] % parts == 0 && self.offset() % parts == 0;
    for (int dim = 0; dim < last; dim++) {
      fits &= strides[dim] % parts == 0;
      strides[dim] /= parts;
    }
    if (!fits) {
      throw new ShapeMismatch(
          "view",
          "expected size, offset and strides that are multiples of %d to view %s as %s"
              .formatted(parts, self.dtype(), dtype),
          self.sizes(),
          self.strides());
    }
    sizes[last] /= parts;
    return view(self, dtype, sizes, strides, self.offset() / parts);
  }

  private static Tensor view(Tensor self, DType type, long[] sizes, long[] strides, long offset) {
    return Tensor.of(self.keyBits(), type, self.storage(), sizes, strides, offset);
  }

  /**
   * Gives {@code self} the storage and geometry of {@code source}.
   *
   * @throws TypeMismatch if type or device differ
   */
  public static Tensor share(Tensor self, Tensor source) {
    if (self.dtype() != source.dtype() || !self.device().equals(source.device())) {
      throw new TypeMismatch(
          "set_", "expected source as %s, found %s".formatted(self.summary(), source.summary()));
    }
    if (self.keyBits() != source.keyBits()) {
      throw new TypeMismatch("set_", "self and source differ in their dispatch keys");
    }
    if (self != source) {
      self.setStorage(source.storage(), source.sizes(), source.strides(), source.offset());
    }
    return self;
  }

  /** Gives {@code self} a new storage without elements. */
  public static Tensor release(Tensor self) {
    Storage none = self.storage().domain().allocate(0);
    self.setStorage(none, EMPTY, DENSE, 0);
    return self;
  }

  /**
   * Gives {@code self} another size. The storage is kept if it is large enough. Otherwise its bytes
   * are copied to a larger one, and further elements are undefined.
   *
   * @param memoryFormat the order in memory; null for row-major
   * @throws AutogradMisuse if {@code self} requires gradients
   * @throws ShapeMismatch if a size is negative, or there are too many elements
   */
  public Tensor resize(Tensor self, long[] size, MemoryFormat memoryFormat) {
    if (self.requiresGrad()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "resize_ of a tensor that requires gradients has no derivative; detach it first");
    }
    if (Arrays.stream(size).anyMatch(each -> each < 0)) {
      throw new ShapeMismatch("resize_", "expected sizes of 0 or more", size);
    }
    if (memoryFormat == null && Arrays.equals(size, self.sizes())) {
      return self;
    }
    long[] strides = MemoryFormats.strides("resize_", memoryFormat, size);
    Tensor resized = OUTPUTS.resized(self, size.clone(), strides);
    if (resized.storage() != self.storage()) {
      long bytes = self.storage().sizeBytes();
      Tensor _ =
          aten.copy_(bytes(self, resized.storage(), bytes), bytes(self, self.storage(), bytes));
    }
    return Outputs.adopt(self, resized);
  }

  private static Tensor bytes(Tensor self, Storage storage, long count) {
    long lazy = DispatchKey.CONJUGATE.bits() | DispatchKey.NEGATIVE.bits();
    long[] sizes = {count};
    return Tensor.of(self.keyBits() & ~lazy, DType.UINT8, storage, sizes, DENSE, 0);
  }
}
