package jackfield.feature.autograd.engine;

import jackfield.aten.AddTensor;
import jackfield.aten.Add_Tensor;
import jackfield.aten.Clone;
import jackfield.aten.Copy_;
import jackfield.aten.OnesLike;
import jackfield.aten.SumDimIntList;
import jackfield.aten.View;
import jackfield.aten._ToCopy;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.memory.Storage;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.stream.IntStream;

/** The engine's arithmetic, computed by operators of namespace aten. */
public final class AtenArithmetic implements GradientArithmetic {
  /** The keys of tensors whose memory contains the conjugates, or the negated elements. */
  static final long LAZY = DispatchKeySet.of(DispatchKey.CONJUGATE, DispatchKey.NEGATIVE).bits();

  private final AddTensor add;
  private final Add_Tensor addInPlace;
  private final SumDimIntList sum;
  private final View view;
  private final _ToCopy toCopy;
  private final OnesLike onesLike;
  private final Copy_ copy;
  private final Clone clone;

  public AtenArithmetic(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.addInPlace = kernels.operator(Add_Tensor.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
    this.view = kernels.operator(View.TYPE);
    this.toCopy = kernels.operator(_ToCopy.TYPE);
    this.onesLike = kernels.operator(OnesLike.TYPE);
    this.copy = kernels.operator(Copy_.TYPE);
    this.clone = kernels.operator(Clone.TYPE);
  }

  @Override
  public Tensor add(Tensor one, Tensor other) {
    return add.call(one, other, Scalar.ONE);
  }

  @Override
  public void addInPlace(Tensor sum, Tensor more) {
    addInPlace.call(sum, more, Scalar.ONE);
  }

  @Override
  public Tensor sumTo(Tensor gradient, long[] sizes) {
    int added = gradient.rank() - sizes.length;
    long[] dims =
        IntStream.range(0, gradient.rank())
            .filter(dim -> dim < added || (sizes[dim - added] == 1 && gradient.size(dim) != 1))
            .asLongStream()
            .toArray();
    Tensor total = dims.length == 0 ? gradient : sum.call(gradient, dims, true, (DType) null);
    return added == 0 ? total : view.call(total, sizes);
  }

  @Override
  public Tensor cast(Tensor gradient, DType dtype) {
    return toCopy.call(gradient, dtype, null, null, null, false, null);
  }

  @Override
  public Tensor onesLike(Tensor output) {
    return onesLike.call(output, null, null, null, null, null);
  }

  @Override
  public Tensor cloned(Tensor gradient) {
    return clone.call(gradient, MemoryFormat.PRESERVE);
  }

  private static long bytes(Tensor tensor) {
    return tensor.elementCount() * tensor.dtype().sizeBytes();
  }

  @Override
  public Tensor copyLike(Tensor gradient, Tensor leaf) {
    if (!leaf.isNonOverlappingAndDense()) {
      return clone.call(gradient, MemoryFormat.CONTIGUOUS);
    }
    Storage memory = gradient.storage().domain().allocate(bytes(gradient));
    long keys = gradient.keyBits() & ~LAZY;
    Tensor copied = Tensor.of(keys, gradient.dtype(), memory, leaf.sizes(), leaf.strides(), 0);
    return copy.call(copied, gradient, false);
  }
}
