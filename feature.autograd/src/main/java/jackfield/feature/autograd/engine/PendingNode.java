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
  private long exclusive; // a bit for each of the first 64 inputs; later ones never are
  private PendingNode[] next;
  private List<Capture> captures = List.of();
  private int dependencies;
  private boolean isRun = true;
  private boolean isQueued;

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
    return input < Long.SIZE && (exclusive & 1L << input) != 0;
  }

  void put(int input, Tensor gradient, boolean isExclusive) {
    gradients[input] = gradient;
    if (input < Long.SIZE) {
      long bit = 1L << input;
      exclusive = isExclusive ? exclusive | bit : exclusive & ~bit;
    }
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

  /** Marks the node as ready to run; returns false if it was before. */
  boolean queue() {
    boolean isFirst = !isQueued;
    isQueued = true;
    return isFirst;
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
