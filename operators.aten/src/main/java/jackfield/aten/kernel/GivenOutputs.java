package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Checks and resizes outputs that the caller gives: {@code self} of an in-place form and {@code
 * out} arguments. It also finds where the body must write into another tensor first, or read a copy
 * of an input. All checks come before the first write.
 *
 * <p>{@link ElementwisePlan} and {@link OutputPlan} differ in what an output may overlap. A loop
 * over elements reads an element just before it writes the same element, so an output may be an
 * input. A kernel that takes whole tensors reads in another order, so only its plan knows whether
 * that is allowed.
 *
 * <p>The methods are static and take the plan, so that a call creates no further object.
 */
final class GivenOutputs {
  private GivenOutputs() {}

  /** What a given output of a loop over elements may be. */
  enum Given {
    /** A tensor of a type to which the result can be cast. */
    CASTABLE,
    /** A tensor as CASTABLE has it, which is row-major if it is resized and of a floating type. */
    ROW_MAJOR,
    /** A tensor of the result's type. */
    EXACT,
    /** A tensor of a floating type of at most 32 bits. */
    SHORT_FLOAT,
    /**
     * A tensor of a floating type, which is row-major if it is resized, or of the common type. In
     * place the common type must be the result's.
     */
    REAL_OR_OWN,
    /** A tensor of the result's type. In place it is the input, which already holds the result. */
    INPUT
  }

  // ---- loops over elements

  /**
   * Returns whether an output, the only one, has the result's type and shares no memory with an
   * input but itself. If it also has the layout of the leading input, {@link #check} passes.
   */
  static boolean isApart(ElementwisePlan plan, Tensor output) {
    if (plan.inputs != 1
        || output.dtype() != plan.resultType()
        || (plan.given != Given.CASTABLE && plan.given != Given.EXACT)) {
      return false;
    }
    Tensor[] operands = plan.operands;
    for (int operand = 1; operand < operands.length; operand++) {
      if (operands[operand].storage() == output.storage() && operands[operand] != output) {
        return false;
      }
    }
    return true;
  }

  /** Checks the type, the device and the memory of one output. */
  static void check(ElementwisePlan plan, DType result, Tensor output, boolean inPlace) {
    checkType(plan, result, output.dtype(), inPlace);
    output.storage().address(); // throws for a closed tensor, before another output is written
    Tensor[] operands = plan.operands;
    if (operands.length > plan.inputs) { // a kernel without inputs may write an element twice
      MemoryOverlap.refuseInternal(plan.operator, output);
    }
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      Devices.check(plan.operator, operands[operand], output);
      if (!isCopied(plan, output)) {
        MemoryOverlap.refusePartial(plan.operator, output, operands[operand]);
      }
    }
  }

  /** Returns whether complex values are computed elsewhere, and their real parts copied. */
  private static boolean isCopied(ElementwisePlan plan, Tensor output) {
    return (plan.given == Given.REAL_OR_OWN || plan.given == Given.ROW_MAJOR)
        && output.dtype().isFloating()
        && plan.commonType().isComplex();
  }

  private static void checkType(ElementwisePlan plan, DType result, DType found, boolean inPlace) {
    if (!result.isCastableTo(found)) {
      throw new TypeMismatch(
          plan.operator,
          "the result is %s, which cannot be cast to the output's type %s"
              .formatted(result, found));
    }
    boolean fits =
        switch (plan.given) {
          case CASTABLE, ROW_MAJOR -> true;
          case EXACT, INPUT -> found == result;
          case SHORT_FLOAT -> found.isFloating() && found != DType.FLOAT64;
          case REAL_OR_OWN ->
              found == result || (!inPlace && (found.isFloating() || found == plan.commonType()));
        };
    if (!fits) {
      throw new TypeMismatch(
          plan.operator, "expected the output to be %s, found %s".formatted(result, found));
    }
  }

  /** Returns the tensors that {@code outs} become; {@code outs} itself if all have the sizes. */
  static Tensor[] resized(ElementwisePlan plan, Outputs outputs, Tensor[] outs) {
    Tensor[] resized = outs;
    long[] strides = null;
    for (int number = 0; number < outs.length; number++) {
      if (!Arrays.equals(outs[number].sizes(), plan.sizes())) {
        boolean isRowMajor =
            (plan.given == Given.REAL_OR_OWN || plan.given == Given.ROW_MAJOR)
                && outs[number].dtype().isFloating();
        strides = strides == null && !isRowMajor ? ElementwiseLoops.layout(plan) : strides;
        resized = resized == outs ? outs.clone() : resized;
        resized[number] = resized(plan, outputs, outs[number], strides);
      }
    }
    if (resized != outs) {
      MemoryOverlap.refuseCommon(plan.operator, resized);
    }
    return resized;
  }

  private static Tensor resized(ElementwisePlan plan, Outputs outputs, Tensor out, long[] strides) {
    if (isCopied(plan, out)) {
      return outputs.resized(out, plan.sizes(), strides);
    }
    Tensor[] operands = plan.operands;
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      MemoryOverlap.refuseResized(plan.operator, out, operands[operand]);
    }
    Tensor resized = outputs.resized(out, plan.sizes(), strides);
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      MemoryOverlap.refusePartial(plan.operator, resized, operands[operand]);
    }
    return resized;
  }

  /** Returns whether all targets have the types in which the body computes. */
  static boolean areDirect(ElementwisePlan plan, Tensor[] targets) {
    for (int number = 0; number < plan.inputs; number++) {
      if (targets[number].dtype() != plan.resultType(number)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what the body writes in place of {@code target}, often {@code target} itself. */
  static Tensor written(Outputs outputs, Tensor target, DType type) {
    return target.dtype() == type
        ? target
        : outputs.allocate(target.storage().domain(), type, target.sizes(), Strides.dense(target));
  }

  /** Returns whether all targets have the layout of the inputs, and no input is written early. */
  static boolean areLike(ElementwisePlan plan, Tensor[] targets, Tensor leading) {
    for (Tensor target : targets) {
      if (!ElementwiseLoops.isLike(target, leading)
          || (plan.inputs > 1 && meetsInput(plan, target))) {
        return false;
      }
    }
    return true;
  }

  private static boolean meetsInput(ElementwisePlan plan, Tensor target) {
    for (int operand = plan.inputs; operand < plan.operands.length; operand++) {
      if (MemoryOverlap.mayMeet(target, plan.operands[operand])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Replaces inputs by copies if writing an output could change elements that are yet to be read.
   * With several outputs these are all elements in common: a body may write all elements of one
   * output before it computes the next one.
   *
   * @param converted the outputs, then the inputs
   * @param inputs the position of the first input
   */
  static void separate(Outputs outputs, Tensor[] converted, int inputs) {
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

  // ---- kernels that take whole tensors

  /** Checks the type, the device and the memory of one output. */
  static void check(OutputPlan plan, OutputSpec spec, Tensor out, boolean inPlace) {
    String operator = plan.operator();
    boolean fits =
        plan.mayFollow(out.dtype())
            || (spec.isCastable() && spec.dtype().isCastableTo(out.dtype()));
    if (!fits && out.dtype() != spec.dtype()) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(plan.accepted(spec), out.dtype()));
    }
    out.storage().address(); // throws for a closed tensor, before another output is written
    if (!(inPlace && plan.mayRepeat())) {
      MemoryOverlap.refuseInternal(operator, out);
    }
    boolean self = inPlace || (plan.mayBeSelf() && out == plan.input(0));
    for (int number = 0; number < plan.inputCount(); number++) {
      Tensor input = plan.input(number);
      if (input == null) {
        continue;
      }
      Devices.check(operator, input, out);
      if (self && input == out) {
        self = false; // read and written as self; a second occurrence is an overlap
      } else if (!plan.mayOverlapInputs() && !plan.isConverted(input, out.dtype())) {
        MemoryOverlap.refuseAny(operator, out, input);
      }
    }
  }

  /** Checks the sizes, the type, the device and the memory of {@code self} of an in-place form. */
  static void checkInPlace(OutputPlan plan, OutputSpec spec, Tensor self) {
    if (!Arrays.equals(self.sizes(), spec.sizes())) {
      throw new ShapeMismatch(
          plan.operator(),
          "the result does not have the sizes of self",
          spec.sizes(),
          self.sizes());
    }
    check(plan, spec, self, true);
  }

  /**
   * Checks all {@code out} arguments, and returns what they become.
   *
   * @param specs null for outputs that were not requested
   */
  static Tensor[] resized(OutputPlan plan, Outputs outputs, OutputSpec[] specs, Tensor[] outs) {
    for (int number = 0; number < outs.length; number++) {
      if (specs[number] != null) {
        check(plan, specs[number], outs[number], false);
      }
    }
    MemoryOverlap.refuseCommon(plan.operator(), outs);
    Tensor[] results = outs.clone();
    for (int number = 0; number < outs.length; number++) {
      if (specs[number] != null && specs[number].sizes() != null) {
        results[number] = resized(plan, outputs, specs[number], outs[number]);
      }
    }
    MemoryOverlap.refuseCommon(plan.operator(), results);
    return results;
  }

  /** Returns what {@code out} becomes; {@code out} itself if it has the sizes. */
  static Tensor resized(OutputPlan plan, Outputs outputs, OutputSpec spec, Tensor out) {
    if (!spec.changes(out)) {
      return out;
    }
    Tensor resized = outputs.resized(out, spec.sizes(), spec.resizedStrides());
    for (int number = 0; number < plan.inputCount(); number++) {
      Tensor input = plan.input(number);
      if (input != null && !plan.isConverted(input, out.dtype())) {
        MemoryOverlap.refuseAny(plan.operator(), resized, input);
      }
    }
    return resized;
  }

  /**
   * Returns whether writing {@code out} could change an input that the body is yet to read.
   * In-place bodies read each element of {@code self} just before they write it, and {@link #check}
   * allows {@code self} once.
   */
  static boolean mayMeetInput(OutputPlan plan, Tensor out, boolean inPlace) {
    boolean mayBeSelf = inPlace || plan.mayBeSelf();
    for (int number = 0; number < plan.inputCount(); number++) {
      Tensor input = plan.input(number);
      boolean isSelf = mayBeSelf && input == out;
      if (input != null && !isSelf && MemoryOverlap.mayMeet(out, input)) {
        return true;
      }
    }
    return false;
  }
}
