package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.conformance.value.ValueReader;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Executes the steps of an autograd program; keeps its variables and its active modes. */
final class ProgramSteps implements AutoCloseable {
  private final Operators operators;
  private final Autograd autograd;
  private final Map<String, Object> variables = new HashMap<>(); // null for an undefined gradient
  private final Placement placement;
  private final ValueReader reader;
  private final Deque<Guard> modes = new ArrayDeque<>();

  ProgramSteps(Operators operators, Autograd autograd, Placement placement) {
    this.operators = operators;
    this.autograd = autograd;
    this.placement = placement;
    this.reader = new ValueReader(placement, this::variable);
  }

  /** Returns a readable name of a step: the operator, or the action. */
  static String name(JsonNode step) {
    return step.path("op").asText(step.path("do").asText());
  }

  void run(JsonNode step) {
    switch (step.path("do").asText()) {
      case "tensor" -> leaf(step);
      case "call" -> call(step);
      case "requires_grad" -> requireGradient(step);
      case "backward" -> backward(step);
      case "grad" -> grad(step);
      case "enter" -> enter(step.get("mode").textValue());
      case "exit" -> modes.pop().close();
      default -> throw new Disagreement("vector", "a step", step);
    }
  }

  /**
   * Returns whether the operator of {@code step} has all arguments that the step passes by name.
   */
  boolean namesFit(JsonNode step) {
    return !step.has("op")
        || Arguments.namesFit(operators.operator(step.get("op").textValue()).schema(), step);
  }

  /** Returns the variable that {@code node} names, or the value in it. */
  Tensor variable(JsonNode node) {
    return (Tensor) (node.isTextual() ? variable(node.textValue()) : reader.read(node));
  }

  private Object variable(String name) {
    if (!variables.containsKey(name)) {
      throw new Disagreement("vector", "a variable " + name, variables.keySet());
    }
    return variables.get(name);
  }

  private void leaf(JsonNode step) {
    Tensor tensor = TensorValue.of(step.get("value")).build(placement);
    if (step.path("requires_grad").booleanValue()) {
      tensor.requiresGradient();
    }
    variables.put(step.get("as").textValue(), tensor);
  }

  private void call(JsonNode step) {
    Operator operator = operators.operator(step.get("op").textValue());
    List<Object> results = BoxedCall.run(operator, Arguments.bind(operator.schema(), step, reader));
    store(step.get("as"), results);
  }

  private void store(JsonNode names, List<?> values) {
    if (names.isTextual()) {
      variables.put(names.textValue(), values.getFirst());
    }
    for (int i = 0; i < names.size(); i++) {
      variables.put(names.get(i).textValue(), values.get(i));
    }
  }

  private void requireGradient(JsonNode step) {
    variable(step.get("of")).requiresGradient(step.get("flag").booleanValue());
  }

  private void backward(JsonNode step) {
    Tensor start = step.hasNonNull("grad") ? variable(step.get("grad")) : null;
    GradientRequest request = GradientRequest.of(variable(step.get("of"))).from(start);
    autograd.backward(withOptions(request, step));
  }

  private void grad(JsonNode step) {
    GradientRequest request =
        GradientRequest.of(tensors(step.get("outputs"))).from(tensors(step.path("grad_outputs")));
    store(step.get("as"), autograd.grad(withOptions(request, step)));
  }

  private GradientRequest withOptions(GradientRequest request, JsonNode step) {
    boolean createGraph = step.path("create_graph").asBoolean();
    return new GradientRequest(
        request.outputs(),
        request.gradients(),
        List.of(tensors(step.path("inputs"))),
        step.path("retain_graph").asBoolean(createGraph),
        createGraph,
        step.path("allow_unused").asBoolean());
  }

  private Tensor[] tensors(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false)
        .map(this::variable)
        .toArray(Tensor[]::new);
  }

  private void enter(String mode) {
    DispatchContext context = DispatchContext.current();
    modes.push(
        switch (mode) {
          case "no_grad" -> context.gradients(false);
          case "enable_grad" -> context.gradients(true);
          case "inference_mode" -> context.inference();
          default -> throw new Disagreement("vector", "a mode", mode);
        });
  }

  /** Leaves the modes that the program did not leave. */
  @Override
  public void close() {
    while (!modes.isEmpty()) {
      modes.pop().close();
    }
  }
}
