package jackfield.feature.autograd.history;

import jackfield.gradient.GradientRecorder;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.KeySets;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The kernel of the autograd keys for operators without a formula. The operators compute as usual,
 * and differentiating their results throws if an input required a gradient.
 */
public final class AutogradFallback implements GradientRecorder {
  private final Histories histories;

  public AutogradFallback(Histories histories) {
    this.histories = histories;
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    long below = keys & KeySets.AFTER_AUTOGRAD.bits();
    OperatorSchema schema = histories.isRecording() ? operator.schemaOrNull() : null;
    if (schema == null || !mayRequireGrad(schema.arguments().size(), stack)) {
      operator.redispatchBoxed(below, stack);
    } else {
      callRecording(operator, schema, below, stack);
    }
  }

  @Override
  public GradientEdge[] edges(Tensor... tensors) {
    return histories.edges(tensors);
  }

  @Override
  public void record(GradientNode node, Tensor... results) {
    histories.attachAll(results, node);
  }

  // This runs at each call, even if no gradient is needed. So it checks the values before the
  // schema, whose types are more expensive to query, and it takes no value from the stack that
  // would have to be boxed. Tensors at arguments that are not tensors in the schema are rare, and
  // are filtered out afterwards.
  private static boolean mayRequireGrad(int arguments, Stack stack) {
    int bottom = stack.fromTop(arguments, 0);
    for (int i = 0; i < arguments; i++) {
      Object value = stack.object(bottom + i, Object.class);
      if (value instanceof Tensor tensor ? tensor.requiresGrad() : listRequiresGrad(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean listRequiresGrad(Object value) {
    return switch (value) {
      case Tensor[] list -> anyRequiresGrad(list);
      case List<?> list -> anyRequiresGrad(list);
      case null, default -> false;
    };
  }

  private static boolean anyRequiresGrad(Tensor[] list) {
    for (Tensor tensor : list) {
      if (tensor != null && tensor.requiresGrad()) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyRequiresGrad(List<?> list) {
    for (Object each : list) {
      if (each instanceof Tensor tensor ? tensor.requiresGrad() : listRequiresGrad(each)) {
        return true;
      }
    }
    return false;
  }

  private void callRecording(Operator operator, OperatorSchema schema, long below, Stack stack) {
    List<Tensor> tensors = tensors(schema, stack);
    if (tensors.stream().noneMatch(Tensor::requiresGrad)) {
      operator.redispatchBoxed(below, stack);
      return;
    }
    Tensor changed = changed(schema, stack);
    if (changed != null) {
      histories.checkInPlace(changed, operator.name().toString());
    }
    GradientEdge[] next = histories.edges(tensors.toArray(Tensor[]::new));
    int bottom = stack.fromTop(schema.arguments().size(), 0);
    List<Object> given = values(stack, bottom, schema.arguments().size());
    operator.redispatchBoxed(below, stack);
    stack.requireResults(operator, bottom, schema.returns().size());
    List<Object> results = values(stack, bottom, schema.returns().size());
    ReturnedArguments.refuseUndeclared(schema, given, results);
    record(operator, next, changed, tensors, results);
  }

  /** Returns the tensors among the arguments, including tensors in lists. */
  private static List<Tensor> tensors(OperatorSchema schema, Stack stack) {
    List<SchemaArgument> arguments = schema.arguments();
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).isDispatched()) {
        addTensors(stack.value(stack.fromTop(arguments.size(), i)), tensors);
      }
    }
    return tensors;
  }

  private static void addTensors(Object value, List<Tensor> tensors) {
    switch (value) {
      case Tensor tensor -> tensors.add(tensor);
      case Tensor[] list -> addTensors(Arrays.asList(list), tensors);
      case List<?> list -> list.forEach(each -> addTensors(each, tensors));
      case null, default -> {}
    }
  }

  private static List<Object> values(Stack stack, int bottom, int count) {
    List<Object> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(stack.value(bottom + i));
    }
    return values;
  }

  /** Returns the argument that the operator changes in place, or null. */
  private static Tensor changed(OperatorSchema schema, Stack stack) {
    List<SchemaArgument> arguments = schema.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).isOut()) {
        throw Histories.outRefused(schema.name().toString());
      }
    }
    return !arguments.isEmpty() && arguments.getFirst().isWritten()
        ? stack.tensor(stack.fromTop(arguments.size(), 0))
        : null;
  }

  /**
   * Gives each result, also each tensor of a list, a place of its own at one node. A result that is
   * one of {@code arguments} keeps its history.
   */
  private void record(
      Operator operator,
      GradientEdge[] next,
      Tensor changed,
      List<Tensor> arguments,
      List<Object> values) {
    List<Tensor> results = new ArrayList<>();
    values.forEach(value -> addTensors(value, results));
    GradientNode node =
        histories.node(
            StructuralFormulas.REFUSED,
            Math.max(1, results.size()),
            next,
            new Object[] {operator.name().toString()});
    if (changed != null) {
      histories.rebase(changed, node);
    }
    for (int i = 0; i < results.size(); i++) {
      Tensor result = results.get(i);
      if (arguments.stream().noneMatch(each -> each == result)) {
        histories.attach(result, node, i);
      }
    }
  }
}
