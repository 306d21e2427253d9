package jackfield.feature.autograd.engine;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.memory.Storage;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The engine's arithmetic, computed by operators of namespace aten. */
public final class AtenArithmetic implements GradientArithmetic {
  /** The keys of tensors whose memory contains the conjugates, or the negated elements. */
  static final long LAZY = DispatchKeySet.of(DispatchKey.CONJUGATE, DispatchKey.NEGATIVE).bits();

  private static final long FEW_BYTES = 256; // whose copy takes less time than a call of copy_

  private final Aten aten; // requests an operator when it is first called

  public AtenArithmetic(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
  }

  @Override
  public Tensor add(Tensor one, Tensor other) {
    return aten.add(one, other, Scalar.ONE);
  }

  @Override
  public void addInPlace(Tensor sum, Tensor more) {
    aten.add_(sum, more, Scalar.ONE);
  }

  @Override
  public Tensor sumTo(Tensor gradient, long[] sizes) {
    int added = gradient.rank() - sizes.length;
    long[] dims =
        IntStream.range(0, gradient.rank())
            .filter(dim -> dim < added || (sizes[dim - added] == 1 && gradient.size(dim) != 1))
            .asLongStream()
            .toArray();
    Tensor total = dims.length == 0 ? gradient : aten.sum(gradient, dims, true, (DType) null);
    return added == 0 ? total : aten.view(total, sizes);
  }

  @Override
  public Tensor cast(Tensor gradient, DType dtype) {
    return aten._toCopy(gradient, dtype);
  }

  @Override
  public Tensor onDevice(Tensor gradient, Device device) {
    return aten._toCopy(gradient, null, null, device);
  }

  @Override
  public Tensor onesLike(Tensor output) {
    return aten.onesLike(output);
  }

  @Override
  public Tensor cloned(Tensor gradient) {
    return aten.clone(gradient, MemoryFormat.PRESERVE);
  }

  private static long bytes(Tensor tensor) {
    return tensor.elementCount() * tensor.dtype().sizeBytes();
  }

  @Override
  public Tensor copyLike(Tensor gradient, Tensor leaf) {
    if (!leaf.isNonOverlappingAndDense()) {
      return aten.clone(gradient, MemoryFormat.CONTIGUOUS);
    }
    long bytes = bytes(gradient);
    Storage memory = gradient.storage().domain().allocate(bytes);
    long keys = gradient.keyBits() & ~LAZY;
    Tensor copied = Tensor.of(keys, gradient.dtype(), memory, leaf.sizes(), leaf.strides(), 0);
    if (bytes <= FEW_BYTES && hasSameBytes(gradient, leaf)) {
      copyFew(gradient, copied, bytes);
      return copied;
    }
    return aten.copy_(copied, gradient);
  }

  private static void copyFew(Tensor from, Tensor to, long bytes) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(0); // addresses are valid inside a call
    try {
      HostBytes.copy(from.address(), to.address(), bytes);
    } finally {
      if (outermost) {
        context.epoch = 0; // without a call, since the stack may be full
      }
    }
  }

  /** Returns whether a copy of the gradient's bytes, in host memory, is laid out like the leaf. */
  private static boolean hasSameBytes(Tensor gradient, Tensor leaf) {
    return gradient.device().isHost()
        && (gradient.keyBits() & LAZY) == 0
        && Arrays.equals(gradient.strides(), leaf.strides());
  }
}
