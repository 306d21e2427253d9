package jackfield.feature.autograd;

import jackfield.dispatch.BoxedKernel;
import jackfield.dispatch.KeySets;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.SchemaArgument;
import jackfield.dispatch.Stack;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Serves the operators without a formula: they compute as ever, and what they compute from tensors
 * that require gradients refuses to be differentiated.
 */
final class AutogradFallback implements BoxedKernel {
  private final Histories histories;

  AutogradFallback(Histories histories) {
    this.histories = histories;
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    long below = keys & KeySets.AFTER_AUTOGRAD.bits();
    OperatorSchema schema = operator.schemaOrNull();
    if (schema == null || !histories.isRecording()) {
      operator.redispatchBoxed(below, stack);
      return;
    }
    List<Tensor> tensors = tensors(schema, stack);
    if (tensors.stream().noneMatch(Tensor::requiresGrad)) {
      operator.redispatchBoxed(below, stack);
      return;
    }
    Tensor changed = changed(schema, stack);
    if (changed != null) {
      histories.checkInPlace(changed, operator.name().toString());
    }
    GradientNode node = node(operator, tensors, schema.returns().size());
    operator.redispatchBoxed(below, stack);
    record(schema, stack, node, changed);
  }

  private GradientNode node(Operator operator, List<Tensor> tensors, int results) {
    GradientEdge[] next = histories.edges(tensors.toArray(Tensor[]::new));
    return histories.node(
        StructuralFormulas.REFUSED,
        Math.max(1, results),
        next,
        new Object[] {operator.name().toString()});
  }

  /** Returns the tensors among the arguments, those in lists too. */
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
      case Tensor[] list -> addTensors(List.of(list), tensors);
      case List<?> list -> list.forEach(each -> addTensors(each, tensors));
      case null, default -> {}
    }
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

  private void record(OperatorSchema schema, Stack stack, GradientNode node, Tensor changed) {
    int results = schema.returns().size();
    if (changed != null) {
      histories.rebase(changed, node);
    }
    for (int i = 0; i < results; i++) {
      List<Tensor> tensors = new ArrayList<>();
      addTensors(stack.value(stack.fromTop(results, i)), tensors);
      for (Tensor tensor : tensors) {
        if (tensor != changed) {
          histories.attach(tensor, node, i);
        }
      }
    }
  }
}
