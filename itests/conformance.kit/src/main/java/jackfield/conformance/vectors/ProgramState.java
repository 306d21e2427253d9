package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.tensor.Autograd;
import jackfield.tensor.Tensor;

/** Compares the recorded state of a program's tensor at one moment. */
final class ProgramState {
  private final JsonNode expected;
  private final Tensor found;
  private final Autograd autograd;
  private final Placement placement;

  private ProgramState(JsonNode expected, Tensor found, Autograd autograd, Placement placement) {
    this.expected = expected;
    this.found = found;
    this.autograd = autograd;
    this.placement = placement;
  }

  /** Throws {@link Disagreement} at the first difference. */
  static void check(JsonNode expected, Tensor found, Autograd autograd, Placement placement) {
    if (expected.isNull() != (found == null)) {
      throw new Disagreement("state", expected.isNull() ? "none" : "a tensor", found);
    }
    if (found != null) {
      new ProgramState(expected, found, autograd, placement).check();
    }
  }

  private void check() {
    compareTensor("value", found, Geometry.WHERE_IT_MATTERS);
    compare("requires_grad", found.requiresGrad());
    compare("is_leaf", found.isLeaf());
    compare("has_grad_fn", autograd.edge(found) != null);
    if (expected.has("version") && expected.get("version").longValue() != found.version()) {
      throw new Disagreement("version", expected.get("version"), found.version());
    }
    checkGradient();
  }

  private void checkGradient() {
    if (!expected.hasNonNull("grad")) {
      if (found.grad() != null) {
        throw new Disagreement("grad", "none", found.grad());
      }
      return;
    }
    compareTensor("grad", found.grad(), Geometry.FREE);
    compare("grad_requires_grad", found.grad().requiresGrad());
  }

  private void compareTensor(String what, Tensor tensor, Geometry geometry) {
    TensorValue value = TensorValue.of(expected.get(what));
    try {
      new TensorCheck(Tolerance.EXACT.forGradients(value.dtype()), geometry, placement)
          .check(value, tensor);
    } catch (Disagreement difference) {
      throw difference.in(what);
    }
  }

  private void compare(String flag, boolean value) {
    if (expected.has(flag) && expected.get(flag).booleanValue() != value) {
      throw new Disagreement(flag, expected.get(flag), value);
    }
  }
}
