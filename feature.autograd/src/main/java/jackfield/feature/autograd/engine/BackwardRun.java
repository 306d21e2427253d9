package jackfield.feature.autograd.engine;

import jackfield.context.DispatchContext;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * One backward run through a graph. A node runs when its gradients are complete; nodes recorded
 * later run first; leaves run at once.
 *
 * <p>A gradient is <em>exclusive</em> while only this run references its memory. Then a sum may be
 * computed in place, and a leaf may keep the gradient without a copy. A formula's result is
 * exclusive unless it shares memory with an incoming gradient, with a saved tensor, or with another
 * result.
 *
 * <p>After its node has run, the memory of an exclusive gradient is freed, unless a result is a
 * view of it; small blocks are left to the garbage collector.
 *
 * <p><em>Threads</em>: confined to one thread.
 */
final class BackwardRun implements GradientRuntime.Wanted {
  private static final long SMALL_BYTES =
      4096; // blocks cut from slabs are too small to be worth freeing

  private final BackwardPlan plan;
  private final GradientArithmetic arithmetic;
  private final LeafGradients leaves;
  private final boolean retainsGraph;
  private final boolean createsGraph;
  private final Tensor[] captured;
  private final ReadyNodes ready = new ReadyNodes();
  private final DispatchContext context = DispatchContext.current();
  private PendingNode running; // the node whose formula is running; its wanted inputs are queried

  BackwardRun(
      BackwardPlan plan,
      GradientArithmetic arithmetic,
      int captures,
      boolean retainsGraph,
      boolean createsGraph) {
    this.plan = plan;
    this.arithmetic = arithmetic;
    this.leaves = new LeafGradients(arithmetic, createsGraph);
    this.retainsGraph = retainsGraph;
    this.createsGraph = createsGraph;
    this.captured = new Tensor[captures];
  }

  /** Starts at a root with a gradient that is owned by the caller. */
  void start(int root, GradientEdge edge, Tensor gradient) {
    Tensor conforming = conform(gradient, edge);
    PendingNode target = plan.root(root);
    if (target != null) {
      arrive(target, edge.input(), conforming, false);
    }
  }

  /** Runs all nodes and returns the gradients of the targets. */
  Tensor[] run(int roots) {
    for (int i = 0; i < roots; i++) {
      PendingNode node = plan.root(i);
      if (node != null && node.isReady()) {
        ready.add(node);
      }
    }
    for (PendingNode node = ready.poll(); node != null; node = ready.poll()) {
      boolean outermost = context.enter(0);
      try {
        complete(node);
        node.clear();
      } finally {
        if (outermost) {
          context.epoch = 0; // Constructed without a call, since the stack may be full.
        }
      }
    }
    return captured;
  }

  @Override
  public boolean has(int index) {
    return running.next(index) != null;
  }

  private void complete(PendingNode pending) {
    for (PendingNode.Capture capture : pending.captures()) {
      captured[capture.position()] = pending.gradients()[capture.input()];
    }
    if (!pending.isRun()) {
      return;
    }
    GradientNode node = pending.node();
    Tensor leaf = node.leaf();
    if (leaf != null) {
      boolean isExclusive = pending.isExclusive(0) && pending.captures().isEmpty();
      leaves.add(leaf, pending.gradients()[0], isExclusive);
    } else {
      runFormula(node, pending);
    }
  }

  private void runFormula(GradientNode node, PendingNode pending) {
    Tensor[] gradients = pending.gradients();
    running = pending;
    GradientRuntime.Runner runner = node.runtime().runner();
    Tensor[] results = runner.run(node, gradients, this);
    boolean[] exclusive =
        runner.keepsNothing() ? exclusive(node, gradients, results) : new boolean[results.length];
    if (!retainsGraph) {
      node.release();
    }
    GradientEdge[] next = node.next();
    for (int i = 0; i < next.length; i++) {
      PendingNode target = pending.next(i);
      if (target != null) {
        pass(target, next[i], results[i], exclusive[i]);
      }
    }
    if (runner.keepsNothing()) {
      giveBack(pending, results);
    }
  }

  private void giveBack(PendingNode pending, Tensor[] results) {
    if (createsGraph || !pending.captures().isEmpty()) {
      return;
    }
    Tensor[] gradients = pending.gradients();
    for (int i = 0; i < gradients.length; i++) {
      if (gradients[i] != null && pending.isExclusive(i)) {
        giveBack(gradients[i].storage(), results);
      }
    }
  }

  private static void giveBack(Storage memory, Tensor... inUse) {
    if (memory.sizeBytes() > SMALL_BYTES && !isIn(memory, inUse, -1)) {
      memory.close();
    }
  }

  private void pass(PendingNode target, GradientEdge edge, Tensor gradient, boolean isExclusive) {
    if (gradient != null) {
      Tensor conforming = conform(gradient, edge);
      boolean isFresh = !createsGraph && conforming.storage() != gradient.storage();
      arrive(target, edge.input(), conforming, isExclusive || isFresh);
      if (isFresh && isExclusive) {
        giveBack(gradient.storage());
      }
    }
    if (target.isLastArrival()) {
      ready.add(target);
    }
  }

  private boolean[] exclusive(GradientNode node, Tensor[] gradients, Tensor[] results) {
    boolean[] exclusive = new boolean[results.length];
    for (int i = 0; i < results.length && !createsGraph; i++) {
      if (results[i] != null) {
        Storage memory = results[i].storage();
        exclusive[i] =
            !node.holds(memory) && !isIn(memory, gradients, -1) && !isIn(memory, results, i);
      }
    }
    return exclusive;
  }

  private static boolean isIn(Storage memory, Tensor[] tensors, int except) {
    for (int i = 0; i < tensors.length; i++) {
      if (i != except && tensors[i] != null && tensors[i].storage() == memory) {
        return true;
      }
    }
    return false;
  }

  private void arrive(PendingNode target, int input, Tensor gradient, boolean isExclusive) {
    Tensor present = target.gradients()[input];
    if (present == null) {
      target.put(input, gradient, isExclusive);
    } else if (target.isExclusive(input) && present.isNonOverlappingAndDense()) {
      arithmetic.addInPlace(present, gradient);
    } else {
      target.put(input, arithmetic.add(present, gradient), !createsGraph);
    }
  }

  /** Returns the gradient with the sizes, the type and the device that {@code edge} requires. */
  private Tensor conform(Tensor gradient, GradientEdge edge) {
    Tensor conforming = gradient;
    if (!Arrays.equals(gradient.sizes(), edge.sizes())) {
      if (!isBroadcast(edge.sizes(), gradient.sizes())) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.GRAD_SHAPE,
            "the gradient of %s has sizes %s, expected sizes that %s broadcasts to"
                .formatted(
                    edge.node().name(),
                    Arrays.toString(gradient.sizes()),
                    Arrays.toString(edge.sizes())));
      }
      conforming = arithmetic.sumTo(conforming, edge.sizes());
    }
    Tensor leaf = edge.node().leaf();
    if (leaf != null && !conforming.device().equals(leaf.device())) {
      conforming = onDeviceOf(leaf, conforming);
    }
    if (conforming.dtype() == edge.dtype()) {
      return conforming;
    }
    if (conforming.dtype().isComplex() && !edge.dtype().isComplex()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "the gradient of %s is %s, and the tensor is real, %s"
                  .formatted(edge.node().name(), conforming.summary(), edge.dtype())
              + "; convert it to a complex type before the operator");
    }
    return arithmetic.cast(conforming, edge.dtype());
  }

  /** Moves a single number, which kernels may combine with tensors of another device. */
  private Tensor onDeviceOf(Tensor leaf, Tensor gradient) {
    if (gradient.rank() == 0 && !gradient.device().equals(Device.META)) {
      return arithmetic.onDevice(gradient, leaf.device());
    }
    String from = running == null ? "the start" : running.node().name();
    throw new AutogradMisuse(
        AutogradMisuse.Kind.GRAD_DEVICE,
        "%s gave the gradient %s for a leaf on %s; return a gradient on the device of its input"
            .formatted(from, gradient.summary(), leaf.device()));
  }

  private static boolean isBroadcast(long[] from, long[] to) {
    int added = to.length - from.length;
    if (added < 0) {
      return false;
    }
    for (int dim = 0; dim < from.length; dim++) {
      if (from[dim] != 1 && from[dim] != to[added + dim]) {
        return false;
      }
    }
    return true;
  }
}
