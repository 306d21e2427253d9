package jackfield.aten.kernel;

import jackfield.aten.kernel.GivenOutputs.Given;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Creates the iterators of an {@link ElementwisePlan} from the layouts of its operands in memory.
 *
 * <p>If all operands have one layout without gaps, they become one loop. Otherwise the dimensions
 * become nested loops, in the order in memory of the operands' dimensions, and inputs are converted
 * before.
 *
 * <p>The methods are static and take the plan, so that a call creates no further object.
 */
final class ElementwiseLoops {
  private ElementwiseLoops() {}

  // ---- one layout

  /**
   * Returns an input whose layout all others share, or null. It has the result's sizes and no gaps.
   * Inputs of one element are not compared, and only they may have another type than planned.
   */
  static Tensor leading(ElementwisePlan plan) {
    Tensor[] operands = plan.operands;
    Tensor leading = null;
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      Tensor input = operands[operand];
      if (input.dtype() == plan.type(operand)
          && (leading == null ? isLeading(plan, input) : isLike(input, leading))) {
        leading = leading == null ? input : leading;
      } else if (input.elementCount() != 1) {
        return null;
      }
    }
    return leading != null && singlesFollow(plan, leading) ? leading : null;
  }

  private static boolean isLeading(ElementwisePlan plan, Tensor input) {
    long[] sizes = plan.sizes();
    return isOneLoop(plan, input)
        && (input.sizes() == sizes || Arrays.equals(input.sizes(), sizes));
  }

  /** Returns whether a tensor has no gaps, and its order in memory is that of the elements. */
  private static boolean isOneLoop(ElementwisePlan plan, Tensor tensor) {
    return plan.isRowMajor ? tensor.isContiguous() : tensor.isNonOverlappingAndDense();
  }

  /** Returns whether the two tensors have the same layout in memory. */
  static boolean isLike(Tensor tensor, Tensor leading) {
    return (leading.isContiguous()
            ? tensor.isContiguous()
            : Arrays.equals(tensor.strides(), leading.strides()))
        && (tensor.sizes() == leading.sizes() || Arrays.equals(tensor.sizes(), leading.sizes()))
        && tensor.storage().domain() == leading.storage().domain();
  }

  /** Returns whether the inputs of one element can be converted to fit the leading input. */
  private static boolean singlesFollow(ElementwisePlan plan, Tensor leading) {
    for (int operand = plan.inputs; operand < plan.operands.length; operand++) {
      if (!Devices.agree(plan.operands[operand], leading)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the iterator over operands with the layout of {@code leading}. */
  static ElementwiseIterator plain(ElementwisePlan plan, Outputs outputs, Tensor leading) {
    Tensor[] operands = plan.operands;
    long[] steps = null;
    MemoryDomain domain = leading.storage().domain();
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      Tensor input = operands[operand];
      if (input.elementCount() == 1) {
        operands[operand] = outputs.convert(input, plan.type(operand), domain);
        if (leading.elementCount() != 1) {
          steps = steps == null ? ElementwiseIterator.elementBytes(operands) : steps;
          steps[operand] = 0;
        }
      }
    }
    return steps == null
        ? ElementwiseIterator.dense(operands, plan.inputs, plan.commonType())
        : over(plan, outputs, LoopNest.dense(leading.elementCount(), steps));
  }

  // ---- without inputs, without elements

  /** Returns the iterator over the elements of {@code target}, the only operand. */
  static ElementwiseIterator fill(ElementwisePlan plan, Outputs outputs, Tensor target) {
    plan.operands[0] = target;
    if (isOneLoop(plan, target)) {
      return ElementwiseIterator.dense(plan.operands, plan.inputs, plan.commonType());
    }
    // An element at several positions must be written only once.
    long[] distinct = Strides.distinct(target);
    long[][] strides = {target.strides()};
    int[] order = order(plan, distinct, strides);
    long[] elementBytes = ElementwiseIterator.elementBytes(plan.operands);
    LoopNest loops = LoopNest.of(order, distinct, strides, elementBytes);
    RepeatedElements.check(plan.operator, target, loops.count());
    return over(plan, outputs, loops);
  }

  /** Returns an iterator without elements, whose result is {@code self} as it is. */
  static ElementwiseIterator nothing(ElementwisePlan plan, Outputs outputs, Tensor self) {
    plan.operands[0] = self;
    return over(plan, outputs, LoopNest.dense(0, ElementwiseIterator.elementBytes(plan.operands)));
  }

  private static ElementwiseIterator over(ElementwisePlan plan, Outputs outputs, LoopNest loops) {
    return ElementwiseIterator.strided(
        plan.operands, plan.inputs, plan.commonType(), loops, outputs, null);
  }

  // ---- nested loops

  /** Returns the operands with the inputs in the types in which they are computed. */
  static Tensor[] convert(ElementwisePlan plan, Outputs outputs, MemoryDomain domain) {
    Tensor[] converted = plan.operands.clone();
    for (int operand = plan.inputs; operand < converted.length; operand++) {
      converted[operand] = outputs.convert(plan.operands[operand], plan.type(operand), domain);
    }
    return converted;
  }

  /**
   * Returns the iterator over converted operands, whose outputs exist.
   *
   * @param targets the tensors that get copies of the outputs; null if these are the outputs
   */
  static ElementwiseIterator strided(
      ElementwisePlan plan, Outputs outputs, Tensor[] converted, Tensor[] targets) {
    long[] common = converted[0].sizes();
    long[][] strides = Broadcast.strides(converted, common);
    return strided(plan, outputs, converted, targets, strides, order(plan, common, strides));
  }

  /** Returns the iterator over operands with the given strides, which visits in this order. */
  static ElementwiseIterator strided(
      ElementwisePlan plan,
      Outputs outputs,
      Tensor[] converted,
      Tensor[] targets,
      long[][] strides,
      int[] order) {
    long[] elementBytes = ElementwiseIterator.elementBytes(converted);
    LoopNest loops = LoopNest.of(order, converted[0].sizes(), strides, elementBytes);
    return ElementwiseIterator.strided(
        converted,
        plan.inputs,
        plan.commonType(),
        loops.isDense(elementBytes) ? null : loops,
        outputs,
        targets);
  }

  // ---- the order of the dimensions

  /** Returns the dimensions in the order in which loops run over them, the innermost first. */
  static int[] order(ElementwisePlan plan, long[] ofSizes, long[][] strides) {
    return Strides.innermostFirst(
        ofSizes, plan.isRowMajor ? new long[0][] : leaderFirst(plan, strides));
  }

  /** Returns the strides of new outputs without gaps in the inputs' order; null for row-major. */
  static long[] layout(ElementwisePlan plan) {
    Tensor[] operands = plan.operands;
    long[] sizes = plan.sizes();
    long[][] strides = Broadcast.strides(operands, sizes);
    for (int operand = plan.inputs; operand < operands.length; operand++) {
      Tensor input = operands[operand];
      if (input.dtype() != plan.type(operand)) { // as a converted copy will have them
        strides[operand] = Broadcast.strides(input.sizes(), Strides.dense(input), sizes);
      }
    }
    if (areRowMajor(plan, strides) || (plan.isRowMajor && plan.given != Given.ROW_MAJOR)) {
      return null;
    }
    return Strides.inOrder(sizes, Strides.innermostFirst(sizes, leaderFirst(plan, strides)));
  }

  /**
   * Returns whether all inputs have the result's sizes and are row-major. Dimensions of one element
   * may have other strides there, but not in outputs, as in PyTorch.
   */
  static boolean areRowMajor(ElementwisePlan plan, long[][] strides) {
    long[] sizes = plan.sizes();
    for (int operand = plan.inputs; operand < strides.length; operand++) {
      if (!Arrays.equals(plan.operands[operand].sizes(), sizes)
          || !Shapes.isContiguous(sizes, strides[operand])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the strides of the outputs, of the leading input and of the other inputs. */
  private static long[][] leaderFirst(ElementwisePlan plan, long[][] strides) {
    if (plan.leader == 0) {
      return strides;
    }
    int inputs = plan.inputs;
    long[][] ordered = strides.clone();
    System.arraycopy(strides, inputs, ordered, inputs + 1, plan.leader);
    ordered[inputs] = strides[inputs + plan.leader];
    return ordered;
  }
}
