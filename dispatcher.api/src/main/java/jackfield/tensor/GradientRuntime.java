package jackfield.tensor;

import jackfield.dispatch.FeatureGone;
import java.time.Instant;

/**
 * The cell through which recorded graphs reach the autograd bundle; the bundle empties it when it
 * stops, which takes all graphs out of its reach at once, without a list of them.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class GradientRuntime {
  private final String provider;
  private volatile Runner runner; // null once the bundle has left
  private volatile Instant leftAt; // written before runner becomes null

  /** Runs one formula backwards. */
  public interface Runner {
    /**
     * Returns the gradients of a node's inputs, null where none flows.
     *
     * @param gradients of the node's outputs, null where none arrived
     */
    Tensor[] run(GradientNode node, Tensor[] gradients);

    /** Returns the name of a formula, for people. */
    String formulaName(int formula);
  }

  /** Creates a cell that {@code runner} of the bundle {@code provider} serves. */
  public GradientRuntime(String provider, Runner runner) {
    this.provider = provider;
    this.runner = runner;
  }

  /**
   * Returns what runs the formulas.
   *
   * @throws FeatureGone if the bundle has left
   */
  public Runner runner() {
    Runner current = runner;
    if (current == null) {
      throw new FeatureGone("autograd", provider, leftAt);
    }
    return current;
  }

  /** Empties the cell: every graph recorded through it can no longer be run. */
  public void withdraw() {
    leftAt = Instant.now();
    runner = null;
  }
}
