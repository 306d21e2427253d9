package jackfield.feature.autograd.gradient;

import jackfield.aten.Cat;
import jackfield.aten.NewZeros;
import jackfield.aten.SliceTensor;
import jackfield.aten.Unsqueeze;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The gradients of operators that join or split tensors. */
public final class JoinGradients {
  private final Cat cat;
  private final SliceTensor slice;
  private final Unsqueeze unsqueeze;
  private final NewZeros newZeros;
  private final Conjugates conjugates;

  public JoinGradients(KernelRegistrar kernels) {
    this.cat = kernels.operator(Cat.TYPE);
    this.slice = kernels.operator(SliceTensor.TYPE);
    this.unsqueeze = kernels.operator(Unsqueeze.TYPE);
    this.newZeros = kernels.operator(NewZeros.TYPE);
    this.conjugates = new Conjugates(kernels);
  }

  /** Returns for each tensor, whose sizes and type are given, its part of the gradient. */
  public Tensor[] cat(Tensor grad, long[][] sizes, DType[] dtypes, long dim) {
    Tensor[] gradients = new Tensor[sizes.length];
    int along = Dimensions.wrapped(dim, grad.rank());
    long start = 0;
    for (int i = 0; i < sizes.length; i++) {
      // A vector without elements can be joined with tensors of any rank and contributes nothing.
      boolean isSkipped = sizes[i].length == 1 && sizes[i][0] == 0;
      long end = start + (isSkipped ? 0 : sizes[i][along]);
      Tensor part = isSkipped ? zeros(grad, sizes[i]) : slice.call(grad, along, start, end, 1);
      gradients[i] = conjugates.realIf(dtypes[i], part);
      start = end;
    }
    return gradients;
  }

  /** Joins the gradients of parts of one size, of which the last may be smaller. */
  public Tensor splitEven(Tensor[] grads, long[] sizes, long splitSize, long dim) {
    long[] splitSizes = new long[grads.length];
    Arrays.fill(splitSizes, splitSize);
    long whole = sizes[Dimensions.wrapped(dim, sizes.length)];
    splitSizes[grads.length - 1] = whole - splitSize * (grads.length - 1);
    return split(grads, sizes, splitSizes, dim);
  }

  /** Joins the gradients of parts. */
  public Tensor split(Tensor[] grads, long[] sizes, long[] splitSizes, long dim) {
    int along = Dimensions.wrapped(dim, sizes.length);
    Tensor present = first(grads);
    Tensor[] parts = new Tensor[grads.length];
    for (int i = 0; i < grads.length; i++) {
      long[] partSizes = sizes.clone();
      partSizes[along] = splitSizes[i];
      parts[i] = grads[i] == null ? zeros(present, partSizes) : grads[i];
    }
    return cat.call(parts, along);
  }

  /** Stacks the gradients of the parts along the dimension that the parts lack. */
  public Tensor unbind(Tensor[] grads, long[] sizes, long dim) {
    int along = Dimensions.wrapped(dim, sizes.length);
    Tensor present = first(grads);
    Tensor[] parts = new Tensor[grads.length];
    for (int i = 0; i < grads.length; i++) {
      Tensor part = grads[i] == null ? zeros(present, present.sizes()) : grads[i];
      parts[i] = unsqueeze.call(part, along);
    }
    return cat.call(parts, along);
  }

  private static Tensor first(Tensor[] grads) {
    return Arrays.stream(grads).filter(grad -> grad != null).findFirst().orElseThrow();
  }

  private Tensor zeros(Tensor like, long[] sizes) {
    return newZeros.call(like, sizes, null, null, null, null);
  }
}
