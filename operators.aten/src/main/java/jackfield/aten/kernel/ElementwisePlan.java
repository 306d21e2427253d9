package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The decisions of a rule about an elementwise call: the inputs, the type in which they are
 * computed, the type and sizes of the result. The {@code iterate…} methods create, check or resize
 * the output and convert inputs; nothing is written before all checks have passed.
 *
 * <p>The plain case is tried first: inputs of one shape, type and layout without gaps become one
 * loop, and the output gets the same layout.
 */
public final class ElementwisePlan {
  private final String operator;
  private final Tensor[] operands; // the slot of the output, then the inputs
  private final DType[]
      inputTypes; // the type to which each input is converted; null for the common type
  private final DType commonType;
  private final DType resultType;
  private final long[] sizes;
  private final boolean casts; // whether a given output may have another type

  private ElementwisePlan(
      String operator,
      Tensor[] operands,
      DType[] inputTypes,
      DType commonType,
      DType resultType,
      long[] sizes) {
    this(operator, operands, inputTypes, commonType, resultType, sizes, /* casts= */ true);
  }

  private ElementwisePlan(
      String operator,
      Tensor[] operands,
      DType[] inputTypes,
      DType commonType,
      DType resultType,
      long[] sizes,
      boolean casts) {
    this.operator = operator;
    this.operands = operands;
    this.inputTypes = inputTypes;
    this.commonType = commonType;
    this.resultType = resultType;
    this.sizes = sizes;
    this.casts = casts;
  }

  /** Plans a call without inputs, which is possible only in place. */
  public static ElementwisePlan nullary(String operator, Tensor self) {
    DType type = self.dtype();
    return new ElementwisePlan(operator, new Tensor[1], null, type, type, self.sizes());
  }

  /** Plans a call with one input. */
  public static ElementwisePlan unary(
      String operator, Tensor self, DType commonType, DType resultType) {
    Tensor[] operands = {null, self};
    return new ElementwisePlan(operator, operands, null, commonType, resultType, self.sizes());
  }

  /**
   * Plans a call with two inputs.
   *
   * @throws ShapeMismatch if they do not broadcast
   */
  public static ElementwisePlan binary(
      String operator, Tensor self, Tensor other, DType commonType, DType resultType) {
    Tensor[] operands = {null, self, other};
    long[] sizes = Broadcast.sizes(operator, self.sizes(), other.sizes());
    return new ElementwisePlan(operator, operands, null, commonType, resultType, sizes);
  }

  /**
   * Plans a call with any number of inputs, each with the type to which it is converted.
   *
   * @throws ShapeMismatch if they do not broadcast
   */
  public static ElementwisePlan of(
      String operator, Tensor[] inputs, DType[] inputTypes, DType commonType, DType resultType) {
    Tensor[] operands = new Tensor[inputs.length + 1];
    System.arraycopy(inputs, 0, operands, 1, inputs.length);
    long[] sizes = inputs[0].sizes();
    for (Tensor input : inputs) {
      sizes = Broadcast.sizes(operator, sizes, input.sizes());
    }
    return new ElementwisePlan(operator, operands, inputTypes, commonType, resultType, sizes);
  }

  /** Returns this plan for an operator that accepts a given output only in the result's type. */
  public ElementwisePlan withoutCast() {
    return new ElementwisePlan(
        operator, operands, inputTypes, commonType, resultType, sizes, /* casts= */ false);
  }

  /** Returns the type in which the inputs are computed. */
  public DType commonType() {
    return commonType;
  }

  /** Returns the type of the result. */
  public DType resultType() {
    return resultType;
  }

  /** Returns the sizes of the result; the caller must not write to the array. */
  public long[] sizes() {
    return sizes;
  }

  /**
   * Returns the iterator over a new output, whose dimensions have the order in memory of the
   * inputs' dimensions.
   *
   * @throws TypeMismatch if the inputs are on several devices
   */
  public ElementwiseIterator iterate(Outputs outputs) {
    Tensor leading = leading();
    if (leading != null) {
      MemoryDomain domain = leading.storage().domain();
      operands[0] = outputs.allocate(domain, resultType, sizes, leading.strides());
      return plain(outputs, leading);
    }
    MemoryDomain domain = Devices.common(operator, operands);
    Tensor[] converted = convert(outputs, domain);
    long[][] strides = Broadcast.strides(converted, sizes);
    int[] order = Strides.innermostFirst(sizes, strides);
    strides[0] = Strides.inOrder(sizes, order);
    converted[0] = outputs.allocate(domain, resultType, sizes, strides[0]);
    return strided(outputs, converted, converted[0], strides, order);
  }

  /**
   * Returns the iterator that writes into {@code self}, which keeps its sizes.
   *
   * @throws ShapeMismatch if the inputs do not broadcast to its sizes
   * @throws TypeMismatch if the result's type cannot be cast to the type of {@code self}, if the
   *     operator requires the two to be equal and they differ, or if the devices differ
   * @throws jackfield.error.InvalidArgument if {@code self} overlaps itself or, in part, an input
   */
  public ElementwiseIterator iterateInPlace(Outputs outputs, Tensor self) {
    if (self.sizes() != sizes && !Broadcast.expands(sizes, self.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", sizes, self.sizes());
    }
    check(self);
    return write(outputs, self);
  }

  /**
   * Returns the iterator that writes into {@code out}. After {@link ElementwiseIterator#finish}
   * {@code out} has the result's sizes; if the body fails, {@code out} is unchanged.
   *
   * @throws TypeMismatch if the result's type cannot be cast to the type of {@code out}, if the
   *     operator requires the two to be equal and they differ, or if the devices differ
   * @throws jackfield.error.InvalidArgument if {@code out} overlaps itself or, in part, an input;
   *     if it is an input and does not have the result's sizes
   */
  public ElementwiseIterator iterateInto(Outputs outputs, Tensor out) {
    check(out);
    if (Arrays.equals(out.sizes(), sizes)) {
      return write(outputs, out);
    }
    for (int operand = 1; operand < operands.length; operand++) {
      MemoryOverlap.refuseResized(operator, out, operands[operand]);
    }
    int[] order = Strides.innermostFirst(sizes, Broadcast.strides(operands, sizes));
    Tensor resized = outputs.resized(out, sizes, Strides.inOrder(sizes, order));
    for (int operand = 1; operand < operands.length; operand++) {
      MemoryOverlap.refusePartial(operator, resized, operands[operand]);
    }
    return write(outputs, resized).adoptedBy(out);
  }

  // ---- the plain case

  /**
   * Returns an input whose layout all others share, or null. It has the result's sizes and no gaps.
   * Inputs of one element are not compared, and only they may have another type than planned.
   */
  private Tensor leading() {
    Tensor leading = null;
    for (int operand = 1; operand < operands.length; operand++) {
      Tensor input = operands[operand];
      if (input.dtype() == type(operand)
          && (leading == null ? isLeading(input) : isLike(input, leading))) {
        leading = leading == null ? input : leading;
      } else if (input.elementCount() != 1) {
        return null;
      }
    }
    return leading != null && singlesFollow(leading) ? leading : null;
  }

  private boolean isLeading(Tensor input) {
    return input.isNonOverlappingAndDense()
        && (input.sizes() == sizes || Arrays.equals(input.sizes(), sizes));
  }

  /** Returns whether the two tensors have the same layout in memory. */
  private static boolean isLike(Tensor tensor, Tensor leading) {
    return (leading.isContiguous()
            ? tensor.isContiguous()
            : Arrays.equals(tensor.strides(), leading.strides()))
        && (tensor.sizes() == leading.sizes() || Arrays.equals(tensor.sizes(), leading.sizes()))
        && tensor.storage().domain() == leading.storage().domain();
  }

  /** Returns whether the inputs of one element can be converted to fit the leading input. */
  private boolean singlesFollow(Tensor leading) {
    for (int operand = 1; operand < operands.length; operand++) {
      if (!Devices.agree(operands[operand], leading)) {
        return false;
      }
    }
    return true;
  }

  private ElementwiseIterator plain(Outputs outputs, Tensor leading) {
    long[] steps = null;
    MemoryDomain domain = leading.storage().domain();
    for (int operand = 1; operand < operands.length; operand++) {
      Tensor input = operands[operand];
      if (input.elementCount() == 1) {
        operands[operand] = outputs.convert(input, type(operand), domain);
        if (leading.elementCount() != 1) {
          steps = steps == null ? ElementwiseIterator.elementBytes(operands) : steps;
          steps[operand] = 0;
        }
      }
    }
    return steps == null
        ? ElementwiseIterator.dense(operands, commonType)
        : ElementwiseIterator.strided(
            operands,
            commonType,
            LoopNest.dense(leading.elementCount(), steps),
            outputs,
            operands[0]);
  }

  private DType type(int operand) {
    return inputTypes == null ? commonType : inputTypes[operand - 1];
  }

  // ---- an output that is given

  private void check(Tensor output) {
    if (!casts && output.dtype() != resultType) {
      throw new TypeMismatch(
          operator, "expected the output to be %s, found %s".formatted(resultType, output.dtype()));
    }
    if (!resultType.isCastableTo(output.dtype())) {
      throw new TypeMismatch(
          operator,
          "the result is %s, which cannot be cast to the output's type %s"
              .formatted(resultType, output.dtype()));
    }
    if (operands.length > 1) { // a kernel without inputs may write an element twice
      MemoryOverlap.refuseInternal(operator, output);
    }
    for (int operand = 1; operand < operands.length; operand++) {
      Devices.check(operator, operands[operand], output);
      MemoryOverlap.refusePartial(operator, output, operands[operand]);
    }
  }

  private ElementwiseIterator write(Outputs outputs, Tensor target) {
    if (operands.length == 1) {
      return fill(outputs, target);
    }
    RepeatedElements.check(operator, target);
    boolean direct = target.dtype() == resultType;
    Tensor leading = direct ? leading() : null;
    if (leading != null && isLike(target, leading)) {
      operands[0] = target;
      return plain(outputs, leading);
    }
    MemoryDomain domain = target.storage().domain();
    Tensor[] converted = convert(outputs, domain);
    converted[0] =
        direct
            ? target
            : outputs.allocate(domain, resultType, target.sizes(), Strides.dense(target));
    separate(outputs, converted);
    return strided(outputs, converted, target);
  }

  /**
   * Replaces inputs by copies if writing the output could change elements that are yet to be read.
   */
  private static void separate(Outputs outputs, Tensor[] converted) {
    for (int operand = 1; operand < converted.length; operand++) {
      if (MemoryOverlap.mayMix(converted[0], converted[operand])) {
        converted[operand] = outputs.copyOf(converted[operand]);
      }
    }
  }

  private ElementwiseIterator fill(Outputs outputs, Tensor target) {
    operands[0] = target;
    if (target.isNonOverlappingAndDense()) {
      return ElementwiseIterator.dense(operands, commonType);
    }
    // An element at several positions must be written only once.
    long[] distinct = Strides.distinct(target);
    long[][] strides = {target.strides()};
    int[] order = Strides.innermostFirst(distinct, strides);
    long[] elementBytes = ElementwiseIterator.elementBytes(operands);
    LoopNest loops = LoopNest.of(order, distinct, strides, elementBytes);
    RepeatedElements.check(operator, target, loops.count());
    return ElementwiseIterator.strided(operands, commonType, loops, outputs, target);
  }

  // ---- the general case

  private Tensor[] convert(Outputs outputs, MemoryDomain domain) {
    Tensor[] converted = operands.clone();
    for (int operand = 1; operand < converted.length; operand++) {
      converted[operand] = outputs.convert(operands[operand], type(operand), domain);
    }
    return converted;
  }

  private ElementwiseIterator strided(Outputs outputs, Tensor[] converted, Tensor target) {
    long[] common = converted[0].sizes();
    long[][] strides = Broadcast.strides(converted, common);
    return strided(outputs, converted, target, strides, Strides.innermostFirst(common, strides));
  }

  private ElementwiseIterator strided(
      Outputs outputs, Tensor[] converted, Tensor target, long[][] strides, int[] order) {
    long[] elementBytes = ElementwiseIterator.elementBytes(converted);
    LoopNest loops = LoopNest.of(order, converted[0].sizes(), strides, elementBytes);
    return ElementwiseIterator.strided(
        converted, commonType, loops.isDense(elementBytes) ? null : loops, outputs, target);
  }
}
