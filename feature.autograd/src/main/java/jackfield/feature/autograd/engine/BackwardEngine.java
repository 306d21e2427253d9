package jackfield.feature.autograd.engine;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.feature.autograd.history.Histories;
import jackfield.tensor.Autograd;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Runs recorded graphs backwards on the calling thread.
 *
 * <p>Unless the gradients must be differentiable themselves, formulas run with the keys of autograd
 * and view tracking excluded, which saves each operator two redispatches.
 *
 * <p><em>Threads</em>: safe for use by several threads; each run has its own state.
 */
public final class BackwardEngine implements Autograd {
  private final GradientRuntime cell;
  private final Histories histories;
  private final GradientArithmetic arithmetic;

  public BackwardEngine(GradientRuntime cell, Histories histories, GradientArithmetic arithmetic) {
    this.cell = cell;
    this.histories = histories;
    this.arithmetic = arithmetic;
  }

  @Override
  public GradientEdge edge(Tensor tensor) {
    cell.runner();
    return histories.computedThrough(tensor);
  }

  @Override
  public void backward(GradientRequest request) {
    Tensor[] gradients = run(request);
    if (gradients.length == 0) {
      return;
    }
    LeafGradients sums = new LeafGradients(arithmetic, request.createGraph());
    try (Guard _ = guard(request)) {
      for (int i = 0; i < gradients.length; i++) {
        sums.add(request.inputs().get(i), gradients[i], false);
      }
    }
  }

  @Override
  public List<Tensor> grad(GradientRequest request) {
    if (request.inputs().isEmpty()) {
      throw new InvalidArgument("grad", "inputs", "is empty; name the tensors to differentiate by");
    }
    Tensor[] gradients = run(request);
    for (int i = 0; i < gradients.length; i++) {
      if (gradients[i] == null && !request.allowUnused()) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.UNUSED,
            "input %d, %s, was not used in the graph of the outputs; allow unused ones to get null"
                .formatted(i, request.inputs().get(i)));
      }
    }
    return Arrays.asList(gradients);
  }

  private Tensor[] run(GradientRequest request) {
    cell.runner();
    try (Guard _ = guard(request)) {
      GradientEdge[] roots = roots(request);
      GradientEdge[] targets = targets(request);
      BackwardPlan plan =
          targets.length == 0 ? BackwardPlan.ofAll(roots) : BackwardPlan.ofTargets(roots, targets);
      BackwardRun run =
          new BackwardRun(
              plan, arithmetic, targets.length, request.retainGraph(), request.createGraph());
      checkStarts(request);
      for (int i = 0; i < roots.length; i++) {
        run.start(i, roots[i], start(request, i));
      }
      return run.run(roots.length);
    }
  }

  private static Guard guard(GradientRequest request) {
    DispatchContext context = DispatchContext.current();
    return request.createGraph() ? context.gradients(true) : context.belowInplaceOrView();
  }

  private GradientEdge[] roots(GradientRequest request) {
    List<Tensor> outputs = request.outputs();
    GradientEdge[] roots = new GradientEdge[outputs.size()];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = histories.edge(outputs.get(i));
      if (roots[i] == null) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NO_GRAPH,
            "output %d, %s, requires no gradient and was not computed from a tensor that does"
                .formatted(i, outputs.get(i)));
      }
    }
    return roots;
  }

  private GradientEdge[] targets(GradientRequest request) {
    List<Tensor> inputs = request.inputs();
    GradientEdge[] targets = new GradientEdge[inputs.size()];
    for (int i = 0; i < targets.length; i++) {
      if (!inputs.get(i).requiresGrad()) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NO_GRAPH,
            "input %d, %s, requires no gradient".formatted(i, inputs.get(i)));
      }
      targets[i] = histories.edge(inputs.get(i));
    }
    return targets;
  }

  private static void checkStarts(GradientRequest request) {
    int outputs = request.outputs().size();
    int given = request.gradients().size();
    if (given != 0 && given != outputs) {
      throw new InvalidArgument(
          "backward",
          "gradients",
          "must be one for each of %d outputs, found %d".formatted(outputs, given));
    }
  }

  private Tensor start(GradientRequest request, int index) {
    Tensor output = request.outputs().get(index);
    Tensor gradient = request.gradients().isEmpty() ? null : request.gradients().get(index);
    if (gradient == null) {
      if (output.elementCount() != 1) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NON_SCALAR,
            "an initial gradient is needed for an output of several elements, found "
                + output.summary());
      }
      return arithmetic.onesLike(output);
    }
    if (!Arrays.equals(gradient.sizes(), output.sizes())) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.GRAD_SHAPE,
          "the initial gradient is %s, its output %s; give one of the same sizes"
              .formatted(gradient, output));
    }
    return gradient;
  }
}
