package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The decisions of a rule about an elementwise call: the inputs, the type in which they are
 * computed, the types of the results and their sizes, which all results have in common. The {@code
 * iterate…} methods create, check or resize the outputs and convert inputs; nothing is written
 * before all checks have passed.
 *
 * <p>The plain case is tried first: inputs of one shape, type and layout without gaps become one
 * loop, and the outputs get the same layout.
 */
public final class ElementwisePlan {
  private final String operator;
  private final Tensor[] operands; // the slots of the outputs, then the inputs
  private final int inputs; // the position of the first input, which is the number of outputs
  private final DType[]
      inputTypes; // the type to which each input is converted; null for the common type
  private final DType commonType;
  private final DType resultType;
  private final DType[] furtherTypes; // of the results after the first; null if there is one
  private final long[] sizes;
  private final Given given;
  private final boolean isRowMajor; // whether elements are visited in row-major order
  private final int leader; // the number of the input whose layout new outputs follow first

  /** What a given output may be. */
  private enum Given {
    /** A tensor of a type to which the result can be cast. */
    CASTABLE,
    /** A tensor of the result's type. */
    EXACT,
    /** The input itself, which already holds the result. */
    INPUT
  }

  private ElementwisePlan(
      String operator,
      Tensor[] operands,
      DType[] inputTypes,
      DType commonType,
      DType resultType,
      long[] sizes) {
    this(
        operator,
        operands,
        inputTypes,
        commonType,
        resultType,
        null,
        sizes,
        Given.CASTABLE,
        false,
        0);
  }

  private ElementwisePlan(
      String operator,
      Tensor[] operands,
      DType[] inputTypes,
      DType commonType,
      DType resultType,
      DType[] furtherTypes,
      long[] sizes,
      Given given,
      boolean isRowMajor,
      int leader) {
    this.operator = operator;
    this.operands = operands;
    this.inputs = furtherTypes == null ? 1 : 1 + furtherTypes.length;
    this.inputTypes = inputTypes;
    this.commonType = commonType;
    this.resultType = resultType;
    this.furtherTypes = furtherTypes;
    this.sizes = sizes;
    this.given = given;
    this.isRowMajor = isRowMajor;
    this.leader = leader;
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

  /** Returns this plan for an operator that accepts given outputs only in the results' types. */
  public ElementwisePlan withoutCast() {
    return with(Given.EXACT, isRowMajor, leader);
  }

  /** Returns this plan for a call whose input is the output and already holds the result. */
  public ElementwisePlan withoutWork() {
    return with(Given.INPUT, isRowMajor, leader);
  }

  private ElementwisePlan with(Given output, boolean inRowMajorOrder, int layoutOf) {
    return new ElementwisePlan(
        operator,
        operands,
        inputTypes,
        commonType,
        resultType,
        furtherTypes,
        sizes,
        output,
        inRowMajorOrder,
        layoutOf);
  }

  /**
   * Returns this plan for a body that needs the numbers of elements: iterators visit them in
   * row-major order, whatever the layout in memory is.
   */
  public ElementwisePlan inRowMajorOrder() {
    return with(given, true, leader);
  }

  /**
   * Returns this plan for an operator whose new outputs follow the layout of input {@code number}
   * first, then of the others in order. Otherwise they follow that of the first input first.
   */
  public ElementwisePlan inLayoutOf(int number) {
    return with(given, isRowMajor, number);
  }

  /**
   * Returns this plan, which has one result and at least one input, for an operator with several
   * results.
   *
   * @param types the type of each result after the first
   */
  public ElementwisePlan withFurtherResults(DType... types) {
    Tensor[] slots = new Tensor[operands.length + types.length];
    System.arraycopy(operands, 1, slots, 1 + types.length, operands.length - 1);
    return new ElementwisePlan(
        operator,
        slots,
        inputTypes,
        commonType,
        resultType,
        types,
        sizes,
        given,
        isRowMajor,
        leader);
  }

  /** Returns the type in which the inputs are computed. */
  public DType commonType() {
    return commonType;
  }

  /** Returns the type of the first result. */
  public DType resultType() {
    return resultType;
  }

  /** Returns the sizes of each result; the caller must not write to the array. */
  public long[] sizes() {
    return sizes;
  }

  /**
   * Returns the iterator over new outputs, whose dimensions have the order in memory of the inputs'
   * dimensions.
   *
   * @throws TypeMismatch if the inputs are on several devices
   */
  public ElementwiseIterator iterate(Outputs outputs) {
    Tensor leading = leading();
    if (leading != null) {
      allocate(outputs, operands, leading.storage().domain(), leading.strides());
      return plain(outputs, leading);
    }
    MemoryDomain domain = Devices.common(operator, operands);
    Tensor[] converted = convert(outputs, domain);
    long[][] strides = Broadcast.strides(converted, sizes);
    int[] order = order(sizes, strides);
    long[] layout = Strides.inOrder(sizes, order);
    allocate(outputs, converted, domain, layout);
    Arrays.fill(strides, 0, inputs, layout);
    return strided(outputs, converted, null, strides, order);
  }

  private void allocate(Outputs outputs, Tensor[] to, MemoryDomain domain, long[] strides) {
    for (int number = 0; number < inputs; number++) {
      to[number] = outputs.allocate(domain, resultType(number), sizes, strides);
    }
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
    if (given == Given.INPUT) {
      return nothing(outputs, self);
    }
    if (self.sizes() != sizes && !Broadcast.expands(sizes, self.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", sizes, self.sizes());
    }
    check(resultType, self);
    return write(outputs, self);
  }

  /**
   * Returns the iterator that writes into {@code outs}. After {@link ElementwiseIterator#finish}
   * they have the results' sizes; if the body fails, an output that had other sizes is unchanged.
   *
   * @param outs one for each result
   * @throws TypeMismatch if a result's type cannot be cast to the type of its output, if the
   *     operator requires the two to be equal and they differ, or if the devices differ
   * @throws jackfield.error.InvalidArgument if an output overlaps itself, another one or, in part,
   *     an input; if it is an input and does not have the results' sizes
   */
  public ElementwiseIterator iterateInto(Outputs outputs, Tensor... outs) {
    for (int number = 0; number < outs.length; number++) {
      check(resultType(number), outs[number]);
    }
    MemoryOverlap.refuseCommon(operator, outs);
    Tensor[] resized = resized(outputs, outs);
    ElementwiseIterator it = write(outputs, resized);
    return resized == outs ? it : it.adoptedBy(outs);
  }

  /** Returns the tensors that {@code outs} become; {@code outs} itself if all have the sizes. */
  private Tensor[] resized(Outputs outputs, Tensor[] outs) {
    Tensor[] resized = outs;
    long[] strides = null;
    for (int number = 0; number < outs.length; number++) {
      if (!Arrays.equals(outs[number].sizes(), sizes)) {
        strides = strides == null ? layout() : strides;
        resized = resized == outs ? outs.clone() : resized;
        resized[number] = resized(outputs, outs[number], strides);
      }
    }
    if (resized != outs) {
      MemoryOverlap.refuseCommon(operator, resized);
    }
    return resized;
  }

  /** Returns the strides of outputs without gaps in the inputs' order. */
  private long[] layout() {
    long[][] strides = Broadcast.strides(operands, sizes);
    return Strides.inOrder(sizes, Strides.innermostFirst(sizes, leaderFirst(strides)));
  }

  private Tensor resized(Outputs outputs, Tensor out, long[] strides) {
    for (int operand = inputs; operand < operands.length; operand++) {
      MemoryOverlap.refuseResized(operator, out, operands[operand]);
    }
    Tensor resized = outputs.resized(out, sizes, strides);
    for (int operand = inputs; operand < operands.length; operand++) {
      MemoryOverlap.refusePartial(operator, resized, operands[operand]);
    }
    return resized;
  }

  // ---- the plain case

  /**
   * Returns an input whose layout all others share, or null. It has the result's sizes and no gaps.
   * Inputs of one element are not compared, and only they may have another type than planned.
   */
  private Tensor leading() {
    Tensor leading = null;
    for (int operand = inputs; operand < operands.length; operand++) {
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
    return isOneLoop(input) && (input.sizes() == sizes || Arrays.equals(input.sizes(), sizes));
  }

  /** Returns whether a tensor has no gaps, and its order in memory is that of the elements. */
  private boolean isOneLoop(Tensor tensor) {
    return isRowMajor ? tensor.isContiguous() : tensor.isNonOverlappingAndDense();
  }

  /** Returns the dimensions in the order in which loops run over them, the innermost first. */
  private int[] order(long[] ofSizes, long[][] strides) {
    return Strides.innermostFirst(ofSizes, isRowMajor ? new long[0][] : leaderFirst(strides));
  }

  /** Returns the strides of the outputs, of the leading input and of the other inputs. */
  private long[][] leaderFirst(long[][] strides) {
    if (leader == 0) {
      return strides;
    }
    long[][] ordered = strides.clone();
    System.arraycopy(strides, inputs, ordered, inputs + 1, leader);
    ordered[inputs] = strides[inputs + leader];
    return ordered;
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
    for (int operand = inputs; operand < operands.length; operand++) {
      if (!Devices.agree(operands[operand], leading)) {
        return false;
      }
    }
    return true;
  }

  private ElementwiseIterator plain(Outputs outputs, Tensor leading) {
    long[] steps = null;
    MemoryDomain domain = leading.storage().domain();
    for (int operand = inputs; operand < operands.length; operand++) {
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
        ? ElementwiseIterator.dense(operands, inputs, commonType)
        : ElementwiseIterator.strided(
            operands,
            inputs,
            commonType,
            LoopNest.dense(leading.elementCount(), steps),
            outputs,
            null);
  }

  private DType type(int operand) {
    return inputTypes == null ? commonType : inputTypes[operand - inputs];
  }

  private DType resultType(int number) {
    return number == 0 ? resultType : furtherTypes[number - 1];
  }

  // ---- outputs that are given

  /** Returns an iterator without elements, whose result is {@code self} as it is. */
  private ElementwiseIterator nothing(Outputs outputs, Tensor self) {
    operands[0] = self;
    LoopNest none = LoopNest.dense(0, ElementwiseIterator.elementBytes(operands));
    return ElementwiseIterator.strided(operands, inputs, commonType, none, outputs, null);
  }

  private void check(DType result, Tensor output) {
    if (given == Given.EXACT && output.dtype() != result) {
      throw new TypeMismatch(
          operator, "expected the output to be %s, found %s".formatted(result, output.dtype()));
    }
    if (!result.isCastableTo(output.dtype())) {
      throw new TypeMismatch(
          operator,
          "the result is %s, which cannot be cast to the output's type %s"
              .formatted(result, output.dtype()));
    }
    output.storage().address(); // throws for a closed tensor, before another output is written
    if (operands.length > inputs) { // a kernel without inputs may write an element twice
      MemoryOverlap.refuseInternal(operator, output);
    }
    for (int operand = inputs; operand < operands.length; operand++) {
      Devices.check(operator, operands[operand], output);
      MemoryOverlap.refusePartial(operator, output, operands[operand]);
    }
  }

  private ElementwiseIterator write(Outputs outputs, Tensor... targets) {
    if (operands.length == inputs) {
      return fill(outputs, targets[0]);
    }
    for (Tensor target : targets) {
      RepeatedElements.check(operator, target);
    }
    boolean direct = isDirect(targets);
    Tensor leading = direct ? leading() : null;
    if (leading != null && areLike(targets, leading)) {
      System.arraycopy(targets, 0, operands, 0, inputs);
      return plain(outputs, leading);
    }
    Tensor[] converted = convert(outputs, targets[0].storage().domain());
    for (int number = 0; number < inputs; number++) {
      converted[number] = written(outputs, targets[number], resultType(number));
    }
    separate(outputs, converted);
    return strided(outputs, converted, direct ? null : targets);
  }

  private static Tensor written(Outputs outputs, Tensor target, DType type) {
    return target.dtype() == type
        ? target
        : outputs.allocate(target.storage().domain(), type, target.sizes(), Strides.dense(target));
  }

  /** Returns whether all targets have the types in which the body computes. */
  private boolean isDirect(Tensor[] targets) {
    for (int number = 0; number < inputs; number++) {
      if (targets[number].dtype() != resultType(number)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all targets have the layout of the inputs, and no input is written early. */
  private boolean areLike(Tensor[] targets, Tensor leading) {
    for (Tensor target : targets) {
      if (!isLike(target, leading) || (inputs > 1 && meetsInput(target))) {
        return false;
      }
    }
    return true;
  }

  private boolean meetsInput(Tensor target) {
    for (int operand = inputs; operand < operands.length; operand++) {
      if (MemoryOverlap.mayMeet(target, operands[operand])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Replaces inputs by copies if writing an output could change elements that are yet to be read.
   * With several outputs these are all elements in common: a body may write all elements of one
   * output before it computes the next one.
   */
  private void separate(Outputs outputs, Tensor[] converted) {
    for (int operand = inputs; operand < converted.length; operand++) {
      for (int number = 0; number < inputs; number++) {
        Tensor input = converted[operand];
        boolean isUnsafe =
            inputs == 1
                ? MemoryOverlap.mayMix(converted[0], input)
                : MemoryOverlap.mayMeet(converted[number], input);
        if (isUnsafe) {
          converted[operand] = outputs.copyOf(input);
        }
      }
    }
  }

  private ElementwiseIterator fill(Outputs outputs, Tensor target) {
    operands[0] = target;
    if (isOneLoop(target)) {
      return ElementwiseIterator.dense(operands, inputs, commonType);
    }
    // An element at several positions must be written only once.
    long[] distinct = Strides.distinct(target);
    long[][] strides = {target.strides()};
    int[] order = order(distinct, strides);
    long[] elementBytes = ElementwiseIterator.elementBytes(operands);
    LoopNest loops = LoopNest.of(order, distinct, strides, elementBytes);
    RepeatedElements.check(operator, target, loops.count());
    return ElementwiseIterator.strided(operands, inputs, commonType, loops, outputs, null);
  }

  // ---- the general case

  private Tensor[] convert(Outputs outputs, MemoryDomain domain) {
    Tensor[] converted = operands.clone();
    for (int operand = inputs; operand < converted.length; operand++) {
      converted[operand] = outputs.convert(operands[operand], type(operand), domain);
    }
    return converted;
  }

  private ElementwiseIterator strided(Outputs outputs, Tensor[] converted, Tensor[] targets) {
    long[] common = converted[0].sizes();
    long[][] strides = Broadcast.strides(converted, common);
    return strided(outputs, converted, targets, strides, order(common, strides));
  }

  private ElementwiseIterator strided(
      Outputs outputs, Tensor[] converted, Tensor[] targets, long[][] strides, int[] order) {
    long[] elementBytes = ElementwiseIterator.elementBytes(converted);
    LoopNest loops = LoopNest.of(order, converted[0].sizes(), strides, elementBytes);
    return ElementwiseIterator.strided(
        converted,
        inputs,
        commonType,
        loops.isDense(elementBytes) ? null : loops,
        outputs,
        targets);
  }
}
