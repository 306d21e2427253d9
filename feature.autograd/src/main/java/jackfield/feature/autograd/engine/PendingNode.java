package jackfield.feature.autograd.engine;

import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node that is to be run backwards once all gradients that flow into it have arrived.
 *
 * <p><em>Threads</em>: belongs to the thread that runs backwards.
 */
final class PendingNode implements Comparable<PendingNode> {
  private final GradientNode node;
  private final Tensor[] gradients;
  private final boolean[] exclusive;
  private List<Capture> captures = List.of();
  private int dependencies;
  private boolean isRun = true;

  /**
   * A gradient to be handed out.
   *
   * @param input which of the node's inputs
   * @param position where it goes in the answer
   */
  record Capture(int input, int position) {}

  PendingNode(GradientNode node) {
    this.node = node;
    this.gradients = new Tensor[node.gradients()];
    this.exclusive = new boolean[node.gradients()];
  }

  GradientNode node() {
    return node;
  }

  /** Returns the gradients that arrived, null where none did. */
  Tensor[] gradients() {
    return gradients;
  }

  /** Returns whether nobody else holds the memory of gradient {@code input}. */
  boolean isExclusive(int input) {
    return exclusive[input];
  }

  void put(int input, Tensor gradient, boolean isExclusive) {
    gradients[input] = gradient;
    exclusive[input] = isExclusive;
  }

  /** Lets the gradients go. */
  void clear() {
    Arrays.fill(gradients, null);
  }

  void addDependency() {
    dependencies++;
  }

  /** Counts an arrival and returns whether it was the last. */
  boolean isLastArrival() {
    return --dependencies == 0;
  }

  boolean isReady() {
    return dependencies == 0;
  }

  /** Returns whether the node runs, rather than only handing out what arrives. */
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

  /** Orders what was recorded later before what was recorded earlier. */
  @Override
  public int compareTo(PendingNode other) {
    return Long.compare(other.node.sequence(), node.sequence());
  }
}
