package jackfield.tensor;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;
import jackfield.internal.MemoryAccess;
import jackfield.internal.StorageUser;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.util.Arrays;

/**
 * An array of elements over a storage: keys, type, device, sizes, strides and offset.
 *
 * <p>It has no arithmetic: a facade such as {@code jackfield.aten.Aten} has the operators, and
 * bundles provide the kernels. The returned arrays are the tensor's own and must not be written.
 *
 * <p><em>Units</em>: strides and offset count elements.
 *
 * <p><em>Threads</em>: several threads may read a tensor; the user must order kernels that change
 * it in place. A call beside one that changes the geometry, such as {@code set_} or {@code
 * resize_}, may see parts of both geometries, and then access memory outside of the storage.
 */
public final class Tensor implements AutoCloseable {
  private static final MemoryAccess<MemoryDomain, Storage> MEMORY =
      MemoryAccess.of(MemoryDomain.class, Storage.class);
  private static final StorageUser<Storage, Tensor> FOLLOWING =
      new StorageUser<>() {
        @Override
        public Storage storageOf(Tensor user) {
          return user.storage;
        }

        @Override
        public void moveToHost(Tensor user) {
          user.moveToHost();
        }
      };

  private static final long[] SCALAR_SHAPE = {};

  private final DType dtype;
  private final boolean wrappedNumber;
  private long keys; // this and the next field change in moveToHost() only
  private Device device;
  private Storage storage; // changed in setStorage(…) only
  private long[] sizes; // this and the next five change together, by place(…) only
  private long[] strides;
  private long offset;
  private long elementCount;
  private boolean contiguous;
  private boolean nonOverlappingAndDense;
  private AutogradSlot autograd; // null until first needed; set once

  private Tensor(
      long keys,
      DType dtype,
      Device device,
      Storage storage,
      boolean wrappedNumber,
      long[] sizes,
      long[] strides,
      long offset) {
    this.keys = keys;
    this.dtype = dtype;
    this.device = device;
    this.storage = storage;
    this.wrappedNumber = wrappedNumber;
    place(storage, sizes, strides, offset);
    if (storage.isRemovable()) {
      MEMORY.enlist(storage, this, FOLLOWING);
    }
  }

  /**
   * Creates a tensor over {@code storage}; the arrays become the tensor's own.
   *
   * @param keys the raw key set, see {@link jackfield.key.KeySets#ofTensor}
   * @param offset the position of the first element, in elements
   * @throws jackfield.tensor.ShapeMismatch if it reaches outside the storage
   * @throws jackfield.error.InvalidArgument if the keys lead to kernels that cannot use the memory
   */
  public static Tensor of(
      long keys, DType dtype, Storage storage, long[] sizes, long[] strides, long offset) {
    return new Tensor(keys, dtype, device(keys, storage), storage, false, sizes, strides, offset);
  }

  private static Device device(long keys, Storage storage) {
    MemoryDomain domain = storage.domain();
    if (domain != MemoryDomain.host()) {
      MemoryKeys.check(keys, domain);
    }
    return domain.device();
  }

  /**
   * Returns a zero-dimensional tensor that represents a bare number in type promotion.
   *
   * @throws jackfield.error.InvalidArgument if the keys lead to kernels that cannot use the memory
   */
  public static Tensor wrappedNumber(long keys, DType dtype, Storage storage) {
    return new Tensor(
        keys, dtype, device(keys, storage), storage, true, SCALAR_SHAPE, SCALAR_SHAPE, 0);
  }

  /** Returns a tensor of the same type over the same storage, without autograd data. */
  public Tensor alias(long[] newSizes, long[] newStrides, long newOffset) {
    return new Tensor(keys, dtype, device, storage, wrappedNumber, newSizes, newStrides, newOffset);
  }

  /** Returns an alias with the same geometry that autograd does not track. */
  public Tensor data() {
    return alias(sizes, strides, offset);
  }

  /** Returns the key set as a raw value. */
  public long keyBits() {
    return keys;
  }

  /** Returns the key set. */
  public DispatchKeySet keys() {
    return new DispatchKeySet(keys);
  }

  /** Returns whether the key set contains {@code key}. */
  public boolean has(DispatchKey key) {
    return keys().has(key);
  }

  /** Returns the element type. */
  public DType dtype() {
    return dtype;
  }

  /** Returns the device of the elements. */
  public Device device() {
    return device;
  }

  /** Returns the storage of this tensor. */
  public Storage storage() {
    return storage;
  }

  /** Returns the number of dimensions. */
  public int rank() {
    return sizes.length;
  }

  /** Returns the size of each dimension; must not be written. */
  public long[] sizes() {
    return sizes;
  }

  /** Returns the stride of each dimension in elements; must not be written. */
  public long[] strides() {
    return strides;
  }

  /**
   * Returns the size of a dimension.
   *
   * @param dim the dimension from 0, or from the last one, which is -1
   * @throws InvalidArgument if the tensor has no such dimension
   */
  public long size(int dim) {
    return sizes[place("size", dim)];
  }

  /** Returns the stride of a dimension in elements, which is given as for {@link #size}. */
  public long stride(int dim) {
    return strides[place("stride", dim)];
  }

  private int place(String method, int dim) {
    int place = dim < 0 ? dim + sizes.length : dim;
    if (place < 0 || place >= sizes.length) {
      throw noDimension(method, dim);
    }
    return place;
  }

  private InvalidArgument noDimension(String method, int dim) {
    String found = "%d is no dimension of %s".formatted(dim, summary());
    return sizes.length == 0
        ? new InvalidArgument(method, "dim", found + ", which has none")
        : new InvalidArgument(
            method, "dim", "%s; try %d to %d".formatted(found, -sizes.length, sizes.length - 1));
  }

  /** Returns the position of the first element in the storage, in elements. */
  public long offset() {
    return offset;
  }

  /** Returns the number of elements. */
  public long elementCount() {
    return elementCount;
  }

  /** Returns whether the elements are in row-major order without gaps. */
  public boolean isContiguous() {
    return contiguous;
  }

  /** Returns whether the elements fill a block of memory without gaps, in some order. */
  public boolean isNonOverlappingAndDense() {
    return nonOverlappingAndDense;
  }

  /** Returns whether this represents a bare number in type promotion. */
  public boolean isWrappedNumber() {
    return wrappedNumber;
  }

  /**
   * Returns the address of the first element; only for use inside a call of the dispatcher.
   *
   * @throws jackfield.memory.TensorClosed if the storage was closed
   * @throws jackfield.memory.BackendGone if its backend was removed and it was not evacuated
   */
  public long address() {
    return storage.address() + offset * dtype.sizeBytes();
  }

  /** Returns the number of in-place changes of the content, through this tensor or another view. */
  public int version() {
    return storage.version();
  }

  /**
   * Gives this tensor another geometry over the same storage; for kernels of operators with that
   * purpose, such as {@code aten::t_}.
   *
   * @throws jackfield.tensor.ShapeMismatch if it reaches outside the storage; nothing changes then
   */
  public void setGeometry(long[] newSizes, long[] newStrides, long newOffset) {
    place(storage, newSizes, newStrides, newOffset);
  }

  /** Sets the geometry after a check against the storage, so that no address is outside of it. */
  private void place(Storage within, long[] newSizes, long[] newStrides, long newOffset) {
    long count = Shapes.denseCount(newSizes, newStrides);
    if (Shapes.isInside(within, dtype, count, newOffset)) {
      place(within, newSizes, newStrides, newOffset, count, true, true);
    } else {
      placeWithGaps(within, newSizes, newStrides, newOffset);
    }
  }

  private void placeWithGaps(Storage within, long[] newSizes, long[] newStrides, long newOffset) {
    long count = Shapes.elementCount(newSizes);
    boolean dense = Shapes.isContiguous(newSizes, newStrides);
    Shapes.checkInside(within, dtype, count, dense, newSizes, newStrides, newOffset);
    boolean eachOnce = dense || Shapes.isNonOverlappingAndDense(newSizes, newStrides);
    place(within, newSizes, newStrides, newOffset, count, dense, eachOnce);
  }

  /** Sets the fields without a call, so that an error cannot leave them half set. */
  private void place(
      Storage within,
      long[] newSizes,
      long[] newStrides,
      long newOffset,
      long count,
      boolean dense,
      boolean eachOnce) {
    storage = within;
    sizes = newSizes;
    strides = newStrides;
    offset = newOffset;
    elementCount = count;
    contiguous = dense;
    nonOverlappingAndDense = eachOnce;
  }

  /**
   * Moves this tensor to another storage on the same device; for kernels that resize their {@code
   * out} argument beyond its storage. Views of the former storage stay there. The version continues
   * from its former value.
   *
   * @throws jackfield.tensor.ShapeMismatch if the geometry reaches outside the storage; nothing
   *     changes then
   */
  public void setStorage(Storage newStorage, long[] newSizes, long[] newStrides, long newOffset) {
    if (newStorage.isRemovable() && newStorage.domain() != storage.domain()) {
      MEMORY.enlist(newStorage, this, FOLLOWING);
    }
    newStorage.countFrom(storage.version());
    place(newStorage, newSizes, newStrides, newOffset);
  }

  /**
   * Follows the evacuated storage, whose address is refused until all its tensors have followed.
   */
  void moveToHost() {
    keys = KeySets.onBackend(keys, BackendComponent.CPU);
    device = Device.CPU;
  }

  /** Returns autograd's data about this tensor, or null if there is none. */
  public AutogradSlot autograd() {
    return autograd;
  }

  /** Returns autograd's data about this tensor, created on the first call. */
  public AutogradSlot autogradSlot() {
    if (autograd == null) {
      autograd = new AutogradSlot();
    }
    return autograd;
  }

  /** Returns whether gradients flow into or through this tensor. */
  public boolean requiresGrad() {
    return autograd != null && autograd.requiresGrad();
  }

  /** Returns whether this tensor was not computed from others that require gradients. */
  public boolean isLeaf() {
    return autograd == null || (autograd.edge() == null && !autograd.isStale(this));
  }

  /**
   * Returns whether this tensor was created in inference mode, so that autograd never tracks it.
   */
  public boolean isInference() {
    return (keys & DispatchKey.AD_INPLACE_OR_VIEW.bits()) == 0;
  }

  /**
   * Requests gradients for this tensor and returns it.
   *
   * @throws AutogradMisuse if its type is neither floating nor complex, or it is an inference
   *     tensor outside of inference mode
   */
  public Tensor requiresGradient() {
    return requiresGradient(true);
  }

  /**
   * Sets whether gradients are requested for this tensor and returns it.
   *
   * @throws AutogradMisuse on a request, if its type is neither floating nor complex, or it is an
   *     inference tensor outside of inference mode; otherwise, if it is not a leaf
   */
  public Tensor requiresGradient(boolean wanted) {
    if (wanted) {
      checkMayRequireGradient();
    } else if (!isLeaf()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_LEAF_FLAG,
          "only a leaf can stop requiring gradients, found a computed "
              + summary()
              + "; detach it instead");
    }
    if (wanted || autograd != null) {
      autogradSlot().setRequested(wanted);
    }
    return this;
  }

  private void checkMayRequireGradient() {
    if (!dtype.isFloating() && !dtype.isComplex()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_FLOATING,
          "only floating and complex tensors can require gradients, found " + summary());
    }
    if (isInference() && !DispatchContext.current().isInference()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.INFERENCE,
          "an inference tensor cannot require gradients outside of inference mode, found "
              + summary()
              + "; clone it first");
    }
  }

  /** Returns the accumulated gradient, or null if there is none. */
  public Tensor grad() {
    return autograd == null ? null : autograd.grad();
  }

  /** Clears the accumulated gradient. */
  public void clearGrad() {
    if (autograd != null) {
      autograd.setGrad(null);
    }
  }

  /** Releases the memory at once, which closes every tensor over the same storage. */
  @Override
  public void close() {
    storage.close();
  }

  /** Returns type, sizes and device, such as {@code float32[2, 3] cpu}, for messages. */
  public String summary() {
    return dtype + Arrays.toString(sizes) + " " + device;
  }

  /**
   * Returns the elements as PyTorch prints them, such as {@code tensor([[1., 2.], [3., 4.]])}, with
   * three items at each end of a dimension if there are more than 1000. It calls no operator and
   * never throws. Elements that cannot be read are three dots with the sizes: {@code tensor(...,
   * device='meta', size=(2, 3))}.
   *
   * <p><em>Source</em>: PyTorch's {@code torch/_tensor_str.py} with the default options.
   */
  @Override
  public String toString() {
    return TensorText.of(this);
  }
}
