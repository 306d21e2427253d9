package jackfield.gradient;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The kernel of an operator at the key {@code Autograd}: it calls the kernel below, and records a
 * {@link GradientFormula} if an input requires a gradient.
 *
 * <p>Without autograd the operator computes, and nothing is recorded. An operator whose kernel is
 * at {@code CompositeImplicitAutograd} is differentiated by its parts and never calls this kernel.
 *
 * <p>Recorded graphs reach the formula through a cell, which {@link #close} empties. So a bundle
 * that withdraws the kernel and closes it is not held by graphs.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class FormulaKernel implements BoxedKernel, AutoCloseable {
  private final OperatorSchema schema;
  private final GradientRuntime cell;
  private final GradientFormula.SetUp setUp;

  private FormulaKernel(OperatorSchema schema, GradientFormula formula) {
    this.schema = schema;
    this.setUp = formula.setUp();
    String name = schema.name().toString();
    this.cell = GradientRuntime.ofFormula(name, new FormulaRunner(name, formula.backward()));
  }

  /**
   * Returns the kernel.
   *
   * @throws InvalidArgument if the operator changes an argument or returns a view of one
   */
  public static FormulaKernel of(OperatorSchema schema, GradientFormula formula) {
    for (List<SchemaArgument> each : List.of(schema.arguments(), schema.returns())) {
      for (SchemaArgument argument : each) {
        if (argument.alias().isPresent()) {
          throw new InvalidArgument(
              schema.name().toString(),
              "schema",
              "must not change an argument or return a view, found %s; define a functional operator"
                  .formatted(schema));
        }
      }
    }
    return new FormulaKernel(schema, formula);
  }

  /** Lets graphs that were recorded refuse to run backwards, and drops the formula. */
  @Override
  public void close() {
    cell.withdraw();
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    long below = keys & KeySets.AFTER_AUTOGRAD.bits();
    boolean isRecording = DispatchContext.current().recordsGradients();
    List<Object> inputs = isRecording ? values(schema.arguments(), stack) : List.of();
    Tensor[] tensors = tensors(schema.arguments(), inputs);
    GradientRecorder recorder = anyRequiresGrad(tensors) ? recorder(operator, keys) : null;
    if (recorder == null) {
      operator.redispatchBoxed(below, stack);
    } else {
      callRecording(recorder, operator, below, stack, inputs, tensors);
    }
  }

  /** Returns what records in the generation of the call, or null. */
  private static GradientRecorder recorder(Operator operator, long keys) {
    KernelFunction fallback = operator.fallback(DispatchKeySet.highestKey(keys));
    return fallback != null && fallback.target() instanceof GradientRecorder found ? found : null;
  }

  private void callRecording(
      GradientRecorder recorder,
      Operator operator,
      long below,
      Stack stack,
      List<Object> inputs,
      Tensor[] tensors) {
    DispatchContext thread = DispatchContext.current();
    GradientEdge[] next = recorder.edges(tensors);
    GradientContext context = GradientContext.ofCall(next.length, i -> next[i] != null);
    List<Object> results;
    int bottom = stack.fromTop(schema.arguments().size(), 0);
    try (Guard _ = thread.belowAutograd();
        Guard _ = thread.gradients(false)) {
      operator.redispatchBoxed(below, stack);
      stack.requireResults(operator, bottom, schema.returns().size());
      results = values(schema.returns(), stack);
      setUp.keep(context, inputs, results);
    }
    Tensor[] outputs = tensors(schema.returns(), results);
    refuseInputs(tensors, outputs);
    Object[] saved = {context.values(), context.toSave(), context.savedCount()};
    int count = Math.max(1, outputs.length);
    recorder.record(new GradientNode(cell, 0, count, thread.nextSequence(), next, saved), outputs);
  }

  private void refuseInputs(Tensor[] inputs, Tensor[] outputs) {
    for (Tensor output : outputs) {
      if (output != null && Arrays.stream(inputs).anyMatch(input -> input == output)) {
        throw new InvalidArgument(
            schema.name().toString(),
            "kernel",
            "must not return an input, found %s; return a clone".formatted(output.summary()));
      }
    }
  }

  private static List<Object> values(List<SchemaArgument> places, Stack stack) {
    List<Object> values = new ArrayList<>(places.size());
    for (int i = 0; i < places.size(); i++) {
      values.add(stack.value(stack.fromTop(places.size(), i)));
    }
    return values;
  }

  /** Returns the tensors among values, with those of lists, and null for absent ones. */
  private static Tensor[] tensors(List<SchemaArgument> places, List<Object> values) {
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (places.get(i).isDispatched()) {
        add(values.get(i), tensors);
      }
    }
    return tensors.toArray(Tensor[]::new);
  }

  private static void add(Object value, List<Tensor> tensors) {
    switch (value) {
      case Tensor[] list -> tensors.addAll(Arrays.asList(list));
      case List<?> list -> list.forEach(each -> add(each, tensors));
      case Tensor tensor -> tensors.add(tensor);
      case null, default -> tensors.add(null);
    }
  }

  private static boolean anyRequiresGrad(Tensor... tensors) {
    return Arrays.stream(tensors).anyMatch(each -> each != null && each.requiresGrad());
  }

  /** Runs the formula of one operator; reached through the cell only. */
  private record FormulaRunner(String operator, GradientFormula.Backward backward)
      implements GradientRuntime.Runner {
    @Override
    public Tensor[] run(GradientNode node, Tensor[] gradients, GradientRuntime.Wanted wanted) {
      int expected = node.next().length;
      if (Arrays.stream(gradients).allMatch(each -> each == null)) {
        return new Tensor[expected];
      }
      Tensor[] found = backward.gradients(context(node, wanted), gradients.clone());
      if (found == null || found.length != expected) {
        throw new InvalidArgument(
            operator,
            "gradient",
            "has %s entries, expected %d; return one for each tensor among the inputs, null for none"
                .formatted(found == null ? "no" : found.length, expected));
      }
      return found.clone();
    }

    @SuppressWarnings("unchecked") // as callRecording saved it
    private static GradientContext context(GradientNode node, GradientRuntime.Wanted wanted) {
      boolean isEmpty = node.value(2).equals(0);
      return GradientContext.ofRun(
          node.next().length,
          wanted,
          new HashMap<>((Map<String, Object>) node.value(0)),
          isEmpty ? new Tensor[0] : node.tensors(1));
    }

    @Override
    public String formulaName(int formula) {
      return operator;
    }

    @Override
    public boolean keepsNothing() {
      return false;
    }
  }
}
