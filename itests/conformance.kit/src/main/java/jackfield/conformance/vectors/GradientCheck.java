package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.conformance.value.ValueReader;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import jackfield.tensor.Elements;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Calls an operator on fresh leaves and compares first and second derivatives with a vector's. */
final class GradientCheck {
  private final Autograd autograd;
  private final Operator operator;
  private final JsonNode vector;
  private final Placement placement;
  private final Arguments arguments;
  private final boolean isTwice;

  GradientCheck(Autograd autograd, Operator operator, JsonNode vector, Placement placement) {
    this.autograd = autograd;
    this.operator = operator;
    this.vector = vector;
    this.placement = placement;
    this.arguments = Arguments.bind(operator.schema(), vector, new ValueReader(placement));
    this.isTwice = vector.has("grad2");
  }

  /** Throws {@link Disagreement} at the first difference. */
  void check() {
    JsonNode expected = vector.get("grad");
    if (expected.has("error")) {
      Failures.refusal("gradient", "a refusal: not differentiable", this::differentiateAll);
      return;
    }
    List<Tensor> leaves = leaves(expected.get("wrt"));
    List<Object> results = call();
    List<Tensor> outputs =
        IntStream.of(ints(expected.get("out"))).mapToObj(i -> (Tensor) results.get(i)).toList();
    List<Tensor> incoming = tensors(expected.get("grad_out"));
    if (isTwice) {
      incoming.forEach(Tensor::requiresGradient);
    }
    List<Tensor> found = differentiate("gradient", outputs, leaves, incoming);
    compare("gradient", expected.get("grads"), found);
    if (isTwice) {
      checkSecond(leaves, incoming, found);
    }
  }

  private void checkSecond(List<Tensor> leaves, List<Tensor> incoming, List<Tensor> first) {
    JsonNode expected = vector.get("grad2");
    List<Tensor> contracted = IntStream.of(ints(expected.get("of"))).mapToObj(first::get).toList();
    List<Tensor> inputs = new ArrayList<>(leaves);
    inputs.addAll(incoming);
    List<Tensor> found =
        differentiate("second derivative", contracted, inputs, tensors(expected.get("weights")));
    compare("second derivative", expected.get("grads"), found);
  }

  private List<Object> call() {
    return Failures.unlessThrown(
        "call on leaves", "results", () -> BoxedCall.run(operator, arguments));
  }

  private List<Tensor> leaves(JsonNode paths) {
    return StreamSupport.stream(paths.spliterator(), false)
        .map(path -> arguments.tensor(path.textValue()).requiresGradient())
        .toList();
  }

  private List<Tensor> differentiate(
      String what, List<Tensor> outputs, List<Tensor> inputs, List<Tensor> incoming) {
    return Failures.unlessThrown(
        what,
        "gradients",
        () ->
            autograd.grad(new GradientRequest(outputs, incoming, inputs, isTwice, isTwice, true)));
  }

  /** Differentiates all inputs, for a vector that records only that there is no derivative. */
  private String differentiateAll() {
    List<Tensor> leaves =
        arguments.tensors().values().stream()
            .filter(tensor -> tensor.dtype().isFloating())
            .map(Tensor::requiresGradient)
            .toList();
    Tensor output = (Tensor) BoxedCall.run(operator, arguments).getFirst();
    Tensor ones = HostData.empty(output.dtype(), output.sizes());
    HostData.forEachAddress(ones, address -> Elements.putLong(ones.dtype(), address, 1));
    GradientRequest request =
        new GradientRequest(
            List.of(output), List.of(placement.place(ones)), leaves, false, false, true);
    return "gradients " + autograd.grad(request);
  }

  private void compare(String what, JsonNode expected, List<Tensor> found) {
    for (int i = 0; i < expected.size(); i++) {
      try {
        compareOne(expected.get(i), found.get(i));
      } catch (Disagreement difference) {
        throw difference.in(what + " " + i);
      }
    }
  }

  private void compareOne(JsonNode expected, Tensor found) {
    if (!expected.isNull()) {
      TensorValue value = TensorValue.of(expected);
      Tolerance tolerance = Tolerance.of(vector).forGradients(value.dtype());
      new TensorCheck(tolerance, Geometry.FREE, placement).check(value, found);
    } else if (found != null) {
      throw new Disagreement("tensor", "none (undefined)", found);
    }
  }

  private List<Tensor> tensors(JsonNode values) {
    return StreamSupport.stream(values.spliterator(), false)
        .map(value -> TensorValue.of(value).build(placement))
        .toList();
  }

  private static int[] ints(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).mapToInt(JsonNode::intValue).toArray();
  }
}
