package jackfield.aten.kernel;

import jackfield.aten.kernel.GivenOutputs.Given;
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
  final String operator;
  final Tensor[] operands; // the slots of the outputs, then the inputs
  final int inputs; // the position of the first input, which is the number of outputs
  private final DType[] inputTypes; // to which inputs are converted; null for the common type
  private final DType commonType;
  private final DType resultType;
  private final DType[] furtherTypes; // of the results after the first; null if there is one
  private final long[] sizes;
  final Given given;
  final boolean isRowMajor; // whether elements are visited in row-major order
  final int leader; // the number of the input whose layout new outputs follow first

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

  /**
   * Returns this plan for an operator with real results from complex inputs, which accepts given
   * outputs in floating types and in the type of the inputs. In place the types must be the same.
   */
  public ElementwisePlan withRealOrOwnType() {
    return with(Given.REAL_OR_OWN, isRowMajor, leader);
  }

  /**
   * Returns this plan for an operator whose result PyTorch computes apart and copies: a given
   * output of a floating type becomes row-major if it is resized, and may overlap complex inputs.
   */
  public ElementwisePlan copiedIntoFloats() {
    return with(Given.ROW_MAJOR, isRowMajor, leader);
  }

  /** Returns this plan for an operator that accepts given floats of at most 32 bits only. */
  public ElementwisePlan withShortFloats() {
    return with(Given.SHORT_FLOAT, isRowMajor, leader);
  }

  /**
   * Returns this plan for an operator that has nothing to do in place, as its input already holds
   * the result, and accepts given outputs only in the result's type.
   */
  public ElementwisePlan withoutWork() {
    return with(Given.INPUT, isRowMajor, leader);
  }

  private ElementwisePlan with(Given output, boolean inRowMajorOrder, int layoutOf) {
    return with(operands, furtherTypes, output, inRowMajorOrder, layoutOf);
  }

  private ElementwisePlan with(
      Tensor[] slots, DType[] further, Given out, boolean ordered, int first) {
    return new ElementwisePlan(
        operator, slots, inputTypes, commonType, resultType, further, sizes, out, ordered, first);
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
    return with(slots, types, given, isRowMajor, leader);
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
    Tensor leading = ElementwiseLoops.leading(this);
    if (leading != null) {
      allocate(outputs, operands, leading.storage().domain(), layout(leading));
      return ElementwiseLoops.plain(this, outputs, leading);
    }
    MemoryDomain domain = Devices.common(operator, operands);
    Tensor[] converted = ElementwiseLoops.convert(this, outputs, domain);
    long[][] strides = Broadcast.strides(converted, sizes);
    int[] order = ElementwiseLoops.order(this, sizes, strides);
    boolean rowMajor = ElementwiseLoops.areRowMajor(this, strides);
    allocate(outputs, converted, domain, rowMajor ? null : Strides.inOrder(sizes, order));
    Arrays.fill(strides, 0, inputs, converted[0].strides());
    return ElementwiseLoops.strided(this, outputs, converted, null, strides, order);
  }

  /** Returns the layout of new outputs beside a leading input; null for row-major. */
  private long[] layout(Tensor leading) {
    long[] strides = leading.strides();
    boolean isPlain = !leading.isContiguous() || Strides.areRowMajor(sizes, strides);
    return isPlain ? strides : ElementwiseLoops.layout(this);
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
      return ElementwiseLoops.nothing(this, outputs, self);
    }
    if (self.sizes() != sizes && !Broadcast.expands(sizes, self.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", sizes, self.sizes());
    }
    ElementwiseIterator plain = plain(outputs, self);
    if (plain != null) {
      return plain;
    }
    GivenOutputs.check(this, resultType, self, true);
    return write(outputs, self);
  }

  /** Returns the iterator of a call in which nothing can be wrong with the output, or null. */
  private ElementwiseIterator plain(Outputs outputs, Tensor output) {
    Tensor leading = GivenOutputs.isApart(this, output) ? ElementwiseLoops.leading(this) : null;
    if (leading == null || !ElementwiseLoops.isLike(output, leading)) {
      return null;
    }
    operands[0] = output;
    return ElementwiseLoops.plain(this, outputs, leading);
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
    ElementwiseIterator plain = plain(outputs, outs[0]);
    if (plain != null) {
      return plain;
    }
    for (int number = 0; number < outs.length; number++) {
      GivenOutputs.check(this, resultType(number), outs[number], false);
    }
    MemoryOverlap.refuseCommon(operator, outs);
    Tensor[] resized = GivenOutputs.resized(this, outputs, outs);
    ElementwiseIterator it = write(outputs, resized);
    return resized == outs ? it : it.adoptedBy(outs);
  }

  /** Returns the type to which an input, given by its position among the operands, is converted. */
  DType type(int operand) {
    return inputTypes == null ? commonType : inputTypes[operand - inputs];
  }

  /** Returns the type of a result. */
  DType resultType(int number) {
    return number == 0 ? resultType : furtherTypes[number - 1];
  }

  private ElementwiseIterator write(Outputs outputs, Tensor... targets) {
    if (operands.length == inputs) {
      return ElementwiseLoops.fill(this, outputs, targets[0]);
    }
    for (Tensor target : targets) {
      RepeatedElements.check(operator, target);
    }
    boolean direct = GivenOutputs.areDirect(this, targets);
    Tensor leading = direct ? ElementwiseLoops.leading(this) : null;
    if (leading != null && GivenOutputs.areLike(this, targets, leading)) {
      System.arraycopy(targets, 0, operands, 0, inputs);
      return ElementwiseLoops.plain(this, outputs, leading);
    }
    Tensor[] converted = ElementwiseLoops.convert(this, outputs, targets[0].storage().domain());
    for (int number = 0; number < inputs; number++) {
      converted[number] = GivenOutputs.written(outputs, targets[number], resultType(number));
    }
    GivenOutputs.separate(outputs, converted, inputs);
    return ElementwiseLoops.strided(this, outputs, converted, direct ? null : targets);
  }
}
