package jackfield.aten.kernel;

import jackfield.dispatch.ShapeMismatch;
import jackfield.dispatch.TypeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * What a rule decided about the outputs of a kernel that takes whole tensors: a product of
 * matrices, a softmax, a concatenation. The body gets the operator's arguments as they came, then
 * the outputs; it heeds the strides of all of them.
 */
public final class OutputPlan {
  private final String operator;
  private final Tensor[] inputs; // those that outputs must not overlap; the first leads
  private final OutputSpec first;
  private final OutputSpec second; // null if there is one output

  private OutputPlan(String operator, Tensor[] inputs, OutputSpec first, OutputSpec second) {
    this.operator = operator;
    this.inputs = inputs;
    this.first = first;
    this.second = second;
    Devices.common(operator, inputs);
  }

  /**
   * Plans one output.
   *
   * @param inputs all tensors that are read, which the output must not overlap; null for absent
   *     ones
   * @throws TypeMismatch if they are on several devices
   */
  public static OutputPlan of(String operator, Tensor[] inputs, OutputSpec output) {
    return new OutputPlan(operator, inputs, output, null);
  }

  /**
   * Plans two outputs.
   *
   * @param inputs all tensors that are read, which the outputs must not overlap; null for absent
   *     ones
   * @throws TypeMismatch if they are on several devices
   */
  public static OutputPlan of(
      String operator, Tensor[] inputs, OutputSpec first, OutputSpec second) {
    return new OutputPlan(operator, inputs, first, second);
  }

  /** Returns a new tensor for output {@code number}, from 0. */
  public Tensor allocate(Outputs outputs, int number) {
    OutputSpec spec = spec(number);
    return outputs.allocate(
        Devices.common(operator, inputs), spec.dtype(), spec.sizes(), spec.strides());
  }

  private OutputSpec spec(int number) {
    return number == 0 ? first : second;
  }

  /**
   * Checks the {@code out} argument and resizes it.
   *
   * @throws TypeMismatch if its type or device is not the result's
   * @throws jackfield.dispatch.InvalidArgument if it overlaps itself or an input
   */
  public void prepare(Outputs outputs, Tensor out) {
    check(first, out, false);
    resize(outputs, first, out);
  }

  /**
   * Checks two {@code out} arguments and then resizes them.
   *
   * @throws TypeMismatch if their types or devices are not the results'
   * @throws jackfield.dispatch.InvalidArgument if one overlaps itself or an input
   */
  public void prepare(Outputs outputs, Tensor out, Tensor next) {
    check(first, out, false);
    check(second, next, false);
    MemoryOverlap.refuseAny(operator, out, next);
    resize(outputs, first, out);
    resize(outputs, second, next);
  }

  /**
   * Checks that the result can be written into {@code self}, which is an input too.
   *
   * @throws ShapeMismatch if its sizes are not the result's
   * @throws TypeMismatch if its type or device is not the result's
   * @throws jackfield.dispatch.InvalidArgument if it overlaps itself or another input
   */
  public void prepareInPlace(Tensor self) {
    if (!Arrays.equals(self.sizes(), first.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", first.sizes(), self.sizes());
    }
    check(first, self, true);
  }

  private void check(OutputSpec spec, Tensor out, boolean inPlace) {
    boolean fits = spec.isCastable() && spec.dtype().isCastableTo(out.dtype());
    if (!fits && out.dtype() != spec.dtype()) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(spec.dtype(), out.dtype()));
    }
    MemoryOverlap.refuseInternal(operator, out);
    boolean self = inPlace;
    for (Tensor input : inputs) {
      if (input == null) {
        continue;
      }
      Devices.check(operator, input, out);
      if (self && input == out) {
        self = false; // read and written as self; a second time is an overlap
      } else {
        MemoryOverlap.refuseAny(operator, out, input);
      }
    }
  }

  private static void resize(Outputs outputs, OutputSpec spec, Tensor out) {
    if (!Arrays.equals(out.sizes(), spec.sizes())) {
      outputs.resize(out, spec.sizes(), spec.strides());
    }
  }
}
