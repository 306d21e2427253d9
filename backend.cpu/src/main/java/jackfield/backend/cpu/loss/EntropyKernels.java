package jackfield.backend.cpu.loss;

import jackfield.aten.kernel.Broadcast;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The kernel of {@code binary_cross_entropy}, the cross entropy of two classes. All probabilities
 * are checked before anything is written. Operands that are not dense, and those of 16 bits, are
 * copied.
 *
 * <p><em>Shapes</em>: target and weight are broadcast to the sizes of self, which are those of the
 * output without reduction; else it is []. <em>Types</em>: self and target of one real floating
 * type.
 */
public final class EntropyKernels {
  private static final String OPERATOR = "binary_cross_entropy";
  private static final Scalar LEAST_LOG = Scalar.of(-100.0); // smaller logarithms count as this
  private static final long GRAIN = PointwiseKernel.GRAIN;

  private final ByType<FoldLoop> sums;
  private final ByType<FoldLoop> maxima;
  private final ByType<FoldLoop> minima = FoldLoops.min();
  private final ByType<PointwiseLoop> losses = FormulaLoops.of("crossEntropy", 2);
  private final ByType<PointwiseLoop> weighted = FormulaLoops.of("weightedCrossEntropy", 3);
  private final Workspaces workspaces;

  /** Creates the kernel with the loops of sums and of maxima. */
  public EntropyKernels(ByType<FoldLoop> sums, ByType<FoldLoop> maxima, Workspaces workspaces) {
    this.sums = sums;
    this.maxima = maxima;
    this.workspaces = workspaces;
  }

  /** Dense operands of one type, float32 or float64; the weight is null if there is none. */
  private record Operands(DType type, Tensor self, Tensor target, Tensor weight) {
    long at(Tensor operand, long element) {
      return operand == null ? 0 : operand.address() + element * type.sizeBytes();
    }

    long count() {
      return self.elementCount();
    }
  }

  /** Computes the losses, or their mean or sum. */
  public void crossEntropy(
      Tensor self, Tensor target, Tensor weight, long reduction, Tensor output) {
    DType type = self.dtype() == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    Tensor dense = dense(self, type);
    check("self", dense);
    Tensor targets = dense(expanded(squeezed(target), squeezed(self)), type);
    check("target", targets);
    Tensor weights = weight == null ? null : dense(expanded(weight, self), type);
    Operands operands = new Operands(type, dense, targets, weights);
    if (reduction == RowLosses.NONE) {
      write(operands, output);
    } else {
      double sum = sum(operands);
      double made = reduction == RowLosses.MEAN ? sum / operands.count() : sum;
      Elements.putDouble(output.dtype(), output.address(), made);
    }
  }

  /**
   * Returns a tensor without dimensions of size 1, which do not count where a target is compared.
   */
  private static Tensor squeezed(Tensor tensor) {
    int[] dims = IntStream.range(0, tensor.rank()).filter(d -> tensor.size(d) != 1).toArray();
    long[] sizes = Arrays.stream(dims).mapToLong(tensor::size).toArray();
    long[] strides = Arrays.stream(dims).mapToLong(tensor::stride).toArray();
    return tensor.alias(sizes, strides, tensor.offset());
  }

  private static Tensor expanded(Tensor operand, Tensor like) {
    return operand.alias(like.sizes(), Broadcast.strides(operand, like.sizes()), operand.offset());
  }

  private static Tensor dense(Tensor tensor, DType type) {
    if (tensor.isContiguous() && tensor.dtype() == type) {
      return tensor;
    }
    Tensor dense = HostData.empty(type, tensor.sizes());
    long[] next = {dense.address()};
    HostData.forEachAddress(
        tensor,
        address -> {
          Elements.putDouble(type, next[0], Elements.doubleAt(tensor.dtype(), address));
          next[0] += type.sizeBytes();
        });
    return dense;
  }

  /** Refuses numbers that are no probabilities; maxima and minima are NaN if one is NaN. */
  private void check(String argument, Tensor values) {
    DType type = values.dtype();
    FoldLoop max = maxima.of(type);
    FoldLoop min = minima.of(type);
    Parallel.range(
        values.elementCount(),
        GRAIN,
        (from, to) -> {
          long at = values.address() + from * type.sizeBytes();
          if (!(min.run(0, at, 0, to - from, 0) >= 0 && max.run(0, at, 0, to - from, 0) <= 1)) {
            HostData.forEachAddress(values, address -> checkOne(argument, type, address));
          }
        });
  }

  private static void checkOne(String argument, DType type, long address) {
    double value = Elements.doubleAt(type, address);
    if (!(value >= 0 && value <= 1)) {
      throw new InvalidArgument(
          OPERATOR, argument, "has %s, expected 0 to 1 in all elements".formatted(value));
    }
  }

  /** Computes losses from an element on, into memory without gaps. */
  private void compute(Operands operands, long from, long count, long out) {
    PointwiseLoop loop = (operands.weight == null ? losses : weighted).of(operands.type);
    loop.run(
        out,
        operands.at(operands.self, from),
        operands.at(operands.target, from),
        operands.at(operands.weight, from),
        count,
        LEAST_LOG);
  }

  private void write(Operands operands, Tensor output) {
    boolean isDense = output.isContiguous() && output.dtype() == operands.type;
    Tensor made = isDense ? output : HostData.empty(operands.type, output.sizes());
    Parallel.range(
        operands.count(),
        GRAIN,
        (from, to) -> compute(operands, from, to - from, operands.at(made, from)));
    if (!isDense) {
      copy(made, output);
    }
  }

  /** Copies dense elements to a tensor of any strides and type. */
  private static void copy(Tensor made, Tensor output) {
    long[] next = {made.address()};
    LongConsumer put =
        address -> {
          Elements.putDouble(output.dtype(), address, Elements.doubleAt(made.dtype(), next[0]));
          next[0] += made.dtype().sizeBytes();
        };
    HostData.forEachAddress(output, put);
  }

  /** Adds the losses of parts that do not depend on the number of threads. */
  private double sum(Operands operands) {
    FoldLoop fold = sums.of(operands.type);
    double[] parts = new double[Math.toIntExact(Parallel.parts(operands.count(), GRAIN))];
    Parallel.range(
        operands.count(),
        GRAIN,
        (from, to) ->
            workspaces.use(
                (to - from) * operands.type.sizeBytes(),
                block -> {
                  compute(operands, from, to - from, block);
                  parts[(int) (from / GRAIN)] = fold.run(0, block, 0, to - from, 0);
                }));
    return Arrays.stream(parts).sum();
  }
}
