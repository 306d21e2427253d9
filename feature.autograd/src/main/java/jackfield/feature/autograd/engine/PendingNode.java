package jackfield.feature.autograd.engine;

import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node that waits for all its incoming gradients and then runs.
 *
 * <p><em>Threads</em>: confined to the thread of its backward run.
 */
final class PendingNode implements Comparable<PendingNode> {
  private final GradientNode node;
  private final Tensor[] gradients;
  private final boolean[] exclusive;
  private PendingNode[] next;
  private List<Capture> captures = List.of();
  private int dependencies;
  private boolean isRun = true;

  /**
   * A gradient that the run returns.
   *
   * @param input the index of the node's input
   * @param position its index in the result
   */
  record Capture(int input, int position) {}

  PendingNode(GradientNode node) {
    this.node = node;
    this.gradients = new Tensor[node.gradients()];
    this.exclusive = new boolean[node.gradients()];
  }

  /** Sets the nodes to which this one passes gradients; null where none is needed. */
  void link(PendingNode[] linked) {
    next = linked;
  }

  /** Returns the node to which result {@code index} goes, or null if it is not needed. */
  PendingNode next(int index) {
    return next[index];
  }

  GradientNode node() {
    return node;
  }

  /** Returns the gradients received, null for inputs without one. */
  Tensor[] gradients() {
    return gradients;
  }

  /** Returns whether only this run references the memory of gradient {@code input}. */
  boolean isExclusive(int input) {
    return exclusive[input];
  }

  void put(int input, Tensor gradient, boolean isExclusive) {
    gradients[input] = gradient;
    exclusive[input] = isExclusive;
  }

  /** Drops the references to the gradients. */
  void clear() {
    Arrays.fill(gradients, null);
  }

  void addDependency() {
    dependencies++;
  }

  /** Counts a received gradient and returns whether it was the last. */
  boolean isLastArrival() {
    return --dependencies == 0;
  }

  boolean isReady() {
    return dependencies == 0;
  }

  /** Returns whether the node runs; if not, it only returns the gradients that it receives. */
  boolean isRun() {
    return isRun;
  }

  void onlyCaptures() {
    isRun = false;
  }

  List<Capture> captures() {
    return captures;
  }

  void capture(int input, int position) {
    if (captures.isEmpty()) {
      captures = new ArrayList<>();
    }
    captures.add(new Capture(input, position));
  }

  /** Orders nodes recorded later before nodes recorded earlier. */
  @Override
  public int compareTo(PendingNode other) {
    return Long.compare(other.node.sequence(), node.sequence());
  }
}
