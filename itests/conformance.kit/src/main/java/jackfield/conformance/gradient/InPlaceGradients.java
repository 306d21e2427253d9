package jackfield.conformance.gradient;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.Failures;
import jackfield.conformance.vectors.Operators;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compares the gradients of the in-place form of an operator with those of the functional form, in
 * float64 and complex128. A formula that needs an element that the form overwrites has no gradient
 * there.
 */
final class InPlaceGradients {
  private final Operators operators;
  private final Autograd autograd;
  private final RecordedVector vector;
  private final int most;

  /** Prepares checks of tensors with at most {@code most} elements. */
  InPlaceGradients(Operators operators, Autograd autograd, RecordedVector vector, int most) {
    this.operators = operators;
    this.autograd = autograd;
    this.vector = vector;
    this.most = most;
  }

  /**
   * Compares the gradients of {@code form} with those of {@code functional}.
   *
   * @param leaves the numbers of the tensors that require gradients
   * @return whether the form takes the arguments
   * @throws Disagreement if the gradients differ, or there are none
   */
  boolean check(Operator form, DoubleGradients functional, int... leaves) {
    try {
      List<Tensor> _ = bound(form).run(false);
    } catch (JackfieldException _) {
      return false; // the result does not fit into self
    }
    List<Tensor> expected = functional.gradients(functional.inputs());
    List<Tensor> found =
        Failures.unlessThrown("in place", "gradients", () -> gradients(form, leaves));
    Sums.check("gradient in place of input", expected, List.of(found));
    return true;
  }

  private List<Tensor> gradients(Operator form, int... leaves) {
    DoubleCall call = bound(form);
    List<Tensor> inputs = IntStream.of(leaves).mapToObj(call.leaves()::get).toList();
    DoubleGradients recorded = new DoubleGradients(autograd, call, inputs);
    return recorded.gradients(inputs);
  }

  private DoubleCall bound(Operator form) {
    Operator functional = operators.operator(vector.operator());
    Arguments arguments =
        Arguments.bind(functional.schema(), vector.json(), new ValueReader(Placement.host()));
    Arguments named = Arguments.named(form.schema(), arguments.values(), Placement.host());
    return new DoubleCall(operators, form, named, most);
  }
}
