package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Devices;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * What the steps of optimizers have in common: the checks before anything is written, the gradients
 * of a step, and half-precision parameters, which are computed in float32.
 */
final class StepOperands {
  private final Aten aten;
  private final String operator;
  private final ReadNumbers numbers;

  StepOperands(Aten aten, String operator) {
    this.aten = aten;
    this.operator = operator;
    this.numbers = new ReadNumbers(aten, operator);
  }

  /**
   * Throws unless the lists have the same length and, at each position, the same sizes, type and
   * device as the parameter.
   */
  void check(Tensor[] parameters, Tensor[]... lists) {
    for (Tensor[] list : lists) {
      int length = TensorLists.length(operator, parameters, (Object) list);
      for (int position = 0; position < length; position++) {
        check(parameters[position], list[position]);
      }
    }
    for (Tensor parameter : parameters) {
      checkWritten(parameter);
    }
  }

  private void check(Tensor parameter, Tensor other) {
    if (!Arrays.equals(parameter.sizes(), other.sizes())) {
      throw new ShapeMismatch(
          operator,
          "expected the sizes of the parameter at the same position",
          parameter.sizes(),
          other.sizes());
    }
    if (parameter.dtype() != other.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected the parameter's type, %s, found %s"
              .formatted(parameter.dtype(), other.dtype()));
    }
    Devices.check(operator, other, parameter);
    checkWritten(other);
  }

  private void checkWritten(Tensor written) {
    if (!written.dtype().isFloating()) {
      throw new TypeMismatch(
          operator, "expected floating parameters, found " + written.dtype() + "; convert them");
    }
    MemoryOverlap.refuseInternal(operator, written);
    GivenResults.refuseLeaf(aten, written);
    long _ = written.storage().address(); // throws if it was closed
  }

  /** Throws unless the lists have the same length and {@code steps} has single numbers. */
  double[] steps(Tensor[] parameters, Tensor[] steps) {
    int length = TensorLists.length(operator, parameters, (Object) steps);
    double[] counts = new double[length];
    for (int position = 0; position < length; position++) {
      counts[position] = number("state_steps", steps[position]);
    }
    return counts;
  }

  /** Returns the only element of an argument. */
  double number(String argument, Tensor tensor) {
    return numbers.one(argument, tensor);
  }

  /** Returns whether the step is to be left out, since a gradient has an infinity. */
  boolean isSkipped(Tensor foundInf) {
    return foundInf != null && number("found_inf", foundInf) == 1;
  }

  /** Returns a tensor to compute with; {@link #store} writes it back. */
  Tensor wide(Tensor given) {
    boolean isHalf = given.dtype() == DType.FLOAT16 || given.dtype() == DType.BFLOAT16;
    return isHalf ? aten.to(given, DType.FLOAT32) : given;
  }

  /** Writes the tensor of {@link #wide} back. */
  void store(Tensor given, Tensor wide) {
    if (wide != given) {
      Tensor _ = aten.copy_(given, wide);
    }
  }

  /**
   * Returns the gradient of a step.
   *
   * @param scale the scale that the gradient was multiplied by; it is written back without. Null
   *     for none
   * @param maximize whether the step ascends
   */
  Tensor gradient(Tensor given, Double scale, boolean maximize) {
    Tensor gradient = wide(given);
    if (scale != null) {
      gradient = aten.div(gradient, scale);
      Tensor _ = aten.copy_(given, gradient);
    }
    return maximize ? aten.neg(gradient) : gradient;
  }

  /** Returns the scale, null for none. */
  Double scale(Tensor gradScale) {
    return gradScale == null ? null : (Double) number("grad_scale", gradScale);
  }
}
