package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The decisions of a rule about a reduction: the input and the type in which it is computed, the
 * dimensions to reduce, the type of the result. Outputs are row-major.
 */
public final class ReductionPlan {

  private final String operator;
  private final Tensor input;
  private final ReducedDimensions dimensions;
  private final DType computeType; // null for the result's type
  private final DType resultType;
  private final OutType outType;
  private final boolean ordered;

  /** The types that an {@code out} argument may have; results are computed in its type. */
  private enum OutType {
    /** The type of the result. */
    SAME,
    /** Types to which the result can be cast. */
    CASTABLE,
    /** Any type. */
    ANY
  }

  private ReductionPlan(
      String operator,
      Tensor input,
      ReducedDimensions dimensions,
      DType computeType,
      DType resultType,
      OutType outType,
      boolean ordered) {
    this.operator = operator;
    this.input = input;
    this.dimensions = dimensions;
    this.computeType = computeType;
    this.resultType = resultType;
    this.outType = outType;
    this.ordered = ordered;
  }

  /** Plans a reduction whose input is converted to the type of the result. */
  public static ReductionPlan converting(
      String operator, Tensor input, ReducedDimensions dimensions, DType resultType) {
    return new ReductionPlan(operator, input, dimensions, null, resultType, OutType.SAME, false);
  }

  /** Plans a reduction that reads its input without conversion. */
  public static ReductionPlan reading(
      String operator, Tensor input, ReducedDimensions dimensions, DType resultType) {
    return new ReductionPlan(
        operator, input, dimensions, input.dtype(), resultType, OutType.SAME, false);
  }

  /**
   * Returns this plan for an operator that computes in the type of {@code out}, if there is one.
   */
  public ReductionPlan followingOut() {
    return taking(OutType.ANY);
  }

  /**
   * Returns this plan for an operator that computes in the type of {@code out}, if there is one to
   * which the result can be cast.
   */
  public ReductionPlan castingToOut() {
    return taking(OutType.CASTABLE);
  }

  private ReductionPlan taking(OutType type) {
    return new ReductionPlan(operator, input, dimensions, computeType, resultType, type, ordered);
  }

  /**
   * Returns this plan with the reduced elements in row-major order, for results that are positions.
   */
  public ReductionPlan inOrder() {
    return new ReductionPlan(operator, input, dimensions, computeType, resultType, outType, true);
  }

  /** Returns the type of the result. */
  public DType resultType() {
    return resultType;
  }

  /** Returns the sizes of the result. */
  public long[] sizes() {
    return dimensions.resultSizes(input.sizes());
  }

  /** Returns the iterator over a new output. */
  public ReductionIterator iterate(Outputs outputs) {
    MemoryDomain domain = input.storage().domain();
    Tensor out = outputs.allocate(domain, resultType, sizes(), null);
    return iterator(outputs, out, out);
  }

  /**
   * Returns the iterator that writes into {@code out}. After {@link ReductionIterator#finish}
   * {@code out} has the result's sizes; if the body fails, {@code out} is unchanged.
   *
   * @throws TypeMismatch if the type of {@code out} does not fit the result's, or the devices
   *     differ
   * @throws jackfield.error.InvalidArgument if {@code out} overlaps itself or, in part, the input;
   *     if it is the input and does not have the result's sizes
   */
  public ReductionIterator iterateInto(Outputs outputs, Tensor out) {
    if (!fits(out.dtype())) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(resultType, out.dtype()));
    }
    Devices.check(operator, input, out);
    MemoryOverlap.refuseInternal(operator, out);
    MemoryOverlap.refusePartial(operator, out, input);
    long[] sizes = sizes();
    if (Arrays.equals(out.sizes(), sizes)) {
      return iterator(outputs, out, out);
    }
    MemoryOverlap.refuseResized(operator, out, input);
    Tensor resized = outputs.resized(out, sizes, null);
    MemoryOverlap.refusePartial(operator, resized, input);
    return iterator(outputs, resized, out);
  }

  private boolean fits(DType found) {
    return switch (outType) {
      case SAME -> found == resultType;
      case CASTABLE -> resultType.isCastableTo(found);
      case ANY -> true;
    };
  }

  /**
   * Returns the iterator that writes {@code out}, whose geometry and storage {@code given} takes
   * over in the end.
   */
  private ReductionIterator iterator(Outputs outputs, Tensor out, Tensor given) {
    RepeatedElements.check(operator, input);
    DType read = computeType == null ? out.dtype() : computeType;
    Tensor from = outputs.convert(input, read, out.storage().domain());
    if (MemoryOverlap.mayMix(out, from)) {
      from = outputs.copyOf(from);
    }
    return new ReductionIterator(out, given, from, kept(out, from), reduced(from));
  }

  private LoopNest kept(Tensor out, Tensor from) {
    int[] dims = dimensions.kept();
    long[] sizes = pick(from.sizes(), dims);
    long[][] strides = {dimensions.outputStrides(out), pick(from.strides(), dims)};
    long[] bytes = {out.dtype().sizeBytes(), from.dtype().sizeBytes()};
    return LoopNest.of(Strides.innermostFirst(sizes, strides), sizes, strides, bytes);
  }

  private LoopNest reduced(Tensor from) {
    int[] dims = dimensions.reduced();
    long[] sizes = pick(from.sizes(), dims);
    long[][] strides = {pick(from.strides(), dims)};
    int[] order = ordered ? rowMajor(dims.length) : Strides.innermostFirst(sizes, strides);
    return LoopNest.of(order, sizes, strides, new long[] {from.dtype().sizeBytes()});
  }

  private static int[] rowMajor(int rank) {
    int[] order = new int[rank];
    for (int i = 0; i < rank; i++) {
      order[i] = rank - 1 - i;
    }
    return order;
  }

  private static long[] pick(long[] values, int[] dims) {
    long[] picked = new long[dims.length];
    for (int i = 0; i < dims.length; i++) {
      picked[i] = values[dims[i]];
    }
    return picked;
  }
}
