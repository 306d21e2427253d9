package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The decisions of a rule about a reduction: the input and the type in which it is computed, the
 * dimensions to reduce, the types of the results, which all have the same sizes. Outputs are
 * row-major.
 */
public final class ReductionPlan {

  private final String operator;
  private final Tensor input;
  private final ReducedDimensions dimensions;
  private final DType computeType; // null for the type of the first result
  private final DType[] resultTypes;
  private final OutType outType;
  private final boolean ordered;

  /** The types that {@code out} arguments may have; results are computed in the first one's. */
  private enum OutType {
    /** The type of the result. */
    SAME,
    /** The types bool and uint8, which hold a truth value as the same byte. */
    TRUTH,
    /** Types to which the result can be cast. */
    CASTABLE,
    /** Floating types. */
    FLOATING,
    /** Any type. */
    ANY
  }

  private ReductionPlan(
      String operator,
      Tensor input,
      ReducedDimensions dimensions,
      DType computeType,
      DType[] resultTypes,
      OutType outType,
      boolean ordered) {
    this.operator = operator;
    this.input = input;
    this.dimensions = dimensions;
    this.computeType = computeType;
    this.resultTypes = resultTypes;
    this.outType = outType;
    this.ordered = ordered;
  }

  /** Plans a reduction whose input is converted to the type of the result. */
  public static ReductionPlan converting(
      String operator, Tensor input, ReducedDimensions dimensions, DType resultType) {
    DType[] types = {resultType};
    return new ReductionPlan(operator, input, dimensions, null, types, OutType.SAME, false);
  }

  /**
   * Plans a reduction that reads its input without conversion.
   *
   * @param resultTypes the type of each result
   */
  public static ReductionPlan reading(
      String operator, Tensor input, ReducedDimensions dimensions, DType... resultTypes) {
    return new ReductionPlan(
        operator, input, dimensions, input.dtype(), resultTypes, OutType.SAME, false);
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

  /** Returns this plan for an operator that computes in the type of {@code out}, a floating one. */
  public ReductionPlan followingFloatingOut() {
    return taking(OutType.FLOATING);
  }

  /** Returns this plan for an operator whose result is true or false, in a bool or a uint8. */
  public ReductionPlan givingTruth() {
    return taking(OutType.TRUTH);
  }

  private ReductionPlan taking(OutType type) {
    return new ReductionPlan(operator, input, dimensions, computeType, resultTypes, type, ordered);
  }

  /**
   * Returns this plan with the reduced elements in row-major order, for results that are positions.
   */
  public ReductionPlan inOrder() {
    return new ReductionPlan(operator, input, dimensions, computeType, resultTypes, outType, true);
  }

  /** Returns the type of the first result. */
  public DType resultType() {
    return resultTypes[0];
  }

  /** Returns the sizes of each result. */
  public long[] sizes() {
    return dimensions.resultSizes(input.sizes());
  }

  /** Returns the iterator over new outputs. */
  public ReductionIterator iterate(Outputs outputs) {
    MemoryDomain domain = input.storage().domain();
    Tensor[] outs = new Tensor[resultTypes.length];
    for (int number = 0; number < outs.length; number++) {
      outs[number] = outputs.allocate(domain, resultTypes[number], sizes(), null);
    }
    return iterator(outputs, outs, outs);
  }

  /**
   * Returns the iterator that writes into {@code outs}. After {@link ReductionIterator#finish} they
   * have the results' sizes; if the body fails, outputs that had other sizes are unchanged.
   *
   * @throws TypeMismatch if the type of an output does not fit the result's, or the devices differ
   * @throws jackfield.error.InvalidArgument if an output overlaps itself, another one or, in part,
   *     the input; if it is the input and does not have the result's sizes
   */
  public ReductionIterator iterateInto(Outputs outputs, Tensor... outs) {
    for (int number = 0; number < outs.length; number++) {
      check(number, outs[number]);
    }
    MemoryOverlap.refuseCommon(operator, outs);
    Tensor[] resized = new Tensor[outs.length];
    for (int number = 0; number < outs.length; number++) {
      resized[number] = resized(outputs, outs[number]);
    }
    MemoryOverlap.refuseCommon(operator, resized);
    return iterator(outputs, resized, outs);
  }

  private void check(int number, Tensor out) {
    if (!fits(resultTypes[number], out.dtype())) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(resultTypes[number], out.dtype()));
    }
    Devices.check(operator, input, out);
    MemoryOverlap.refuseInternal(operator, out);
    MemoryOverlap.refusePartial(operator, out, input);
  }

  private boolean fits(DType result, DType found) {
    return switch (outType) {
      case SAME -> found == result;
      case TRUTH -> found == DType.BOOL || found == DType.UINT8;
      case CASTABLE -> result.isCastableTo(found);
      case FLOATING -> found.isFloating();
      case ANY -> true;
    };
  }

  private Tensor resized(Outputs outputs, Tensor out) {
    long[] sizes = sizes();
    if (Arrays.equals(out.sizes(), sizes)) {
      return out;
    }
    MemoryOverlap.refuseResized(operator, out, input);
    Tensor resized = outputs.resized(out, sizes, null);
    MemoryOverlap.refusePartial(operator, resized, input);
    return resized;
  }

  /**
   * Returns the iterator that writes {@code outs}, whose geometry and storage {@code given} take
   * over in the end.
   */
  private ReductionIterator iterator(Outputs outputs, Tensor[] outs, Tensor[] given) {
    RepeatedElements.check(operator, input);
    DType read = readType(outs[0].dtype());
    Tensor from = outputs.convert(input, read, outs[0].storage().domain());
    for (Tensor out : outs) {
      if (MemoryOverlap.mayMix(out, from)
          || (outs.length > 1 && MemoryOverlap.mayMeet(out, from))) {
        from = outputs.copyOf(from);
      }
    }
    return new ReductionIterator(outs, given, from, kept(outs, from), reduced(from));
  }

  /** Returns the type in which elements are read; a uint8 takes truth values of their bytes. */
  private DType readType(DType out) {
    boolean isOfBytes = outType == OutType.TRUTH && out == DType.UINT8;
    if (computeType == null || (isOfBytes && input.elementCount() != 1)) {
      return out;
    }
    return computeType;
  }

  private LoopNest kept(Tensor[] outs, Tensor from) {
    int[] dims = dimensions.kept();
    long[] sizes = pick(from.sizes(), dims);
    long[][] strides = new long[outs.length + 1][];
    long[] bytes = new long[outs.length + 1];
    for (int number = 0; number < outs.length; number++) {
      strides[number] = dimensions.outputStrides(outs[number]);
      bytes[number] = outs[number].dtype().sizeBytes();
    }
    strides[outs.length] = pick(from.strides(), dims);
    bytes[outs.length] = from.dtype().sizeBytes();
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
