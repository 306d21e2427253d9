package jackfield.feature.autograd;

import jackfield.dispatch.AutogradMisuse;
import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Guard;
import jackfield.dispatch.InvalidArgument;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs recorded graphs backwards on the calling thread.
 *
 * <p>Unless the gradients are to be differentiable themselves, formulas run below autograd and view
 * tracking, which saves each of their operators two steps.
 *
 * <p><em>Threads</em>: safe for all; what a run needs belongs to the run.
 */
final class BackwardEngine implements Autograd {
  private final GradientRuntime cell;
  private final Histories histories;
  private final GradientArithmetic arithmetic;

  BackwardEngine(GradientRuntime cell, Histories histories, GradientArithmetic arithmetic) {
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
    Tensor[] gradients = run(request, targets(request));
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
    Tensor[] gradients = run(request, targets(request));
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

  private Tensor[] run(GradientRequest request, List<GradientEdge> targets) {
    cell.runner();
    try (Guard _ = guard(request)) {
      List<GradientEdge> roots = roots(request);
      BackwardPlan plan =
          request.inputs().isEmpty()
              ? BackwardPlan.ofAll(roots)
              : BackwardPlan.ofTargets(roots, targets);
      BackwardRun run =
          new BackwardRun(
              plan, arithmetic, targets.size(), request.retainGraph(), request.createGraph());
      List<Tensor> starts = starts(request);
      for (int i = 0; i < roots.size(); i++) {
        run.start(roots.get(i), starts.get(i));
      }
      return run.run(roots);
    }
  }

  private static Guard guard(GradientRequest request) {
    DispatchContext context = DispatchContext.current();
    return request.createGraph() ? context.gradients(true) : context.belowInplaceOrView();
  }

  private List<GradientEdge> roots(GradientRequest request) {
    List<GradientEdge> roots = new ArrayList<>();
    for (Tensor output : request.outputs()) {
      GradientEdge edge = histories.edge(output);
      if (edge == null) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NO_GRAPH,
            "output %d, %s, requires no gradient and was computed from nothing that does"
                .formatted(roots.size(), output));
      }
      roots.add(edge);
    }
    return roots;
  }

  private List<GradientEdge> targets(GradientRequest request) {
    List<GradientEdge> targets = new ArrayList<>();
    for (Tensor input : request.inputs()) {
      if (!input.requiresGrad()) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NO_GRAPH,
            "input %d, %s, requires no gradient".formatted(targets.size(), input));
      }
      targets.add(histories.edge(input));
    }
    return targets;
  }

  private List<Tensor> starts(GradientRequest request) {
    List<Tensor> outputs = request.outputs();
    List<Tensor> given = request.gradients();
    if (!given.isEmpty() && given.size() != outputs.size()) {
      throw new InvalidArgument(
          "backward",
          "gradients",
          "must be one for each of %d outputs, found %d".formatted(outputs.size(), given.size()));
    }
    List<Tensor> starts = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      starts.add(start(outputs.get(i), given.isEmpty() ? null : given.get(i)));
    }
    return starts;
  }

  private Tensor start(Tensor output, Tensor gradient) {
    if (gradient == null) {
      if (output.elementCount() != 1) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NON_SCALAR,
            "a gradient to start with is needed for an output of several elements, found "
                + output);
      }
      return arithmetic.onesLike(output);
    }
    if (!Arrays.equals(gradient.sizes(), output.sizes())) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.GRAD_SHAPE,
          "the gradient to start with is %s, its output %s; give one of the same sizes"
              .formatted(gradient, output));
    }
    return gradient;
  }
}
