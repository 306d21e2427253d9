package jackfield.tensor;

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

  /** Runs formulas backwards. */
  public interface Runner {
    /**
     * Returns the gradients of a node's inputs, null where none flows; the array is the caller's.
     *
     * @param gradients of the node's outputs, null where none arrived
     * @param wanted which of the results are asked for
     */
    Tensor[] run(GradientNode node, Tensor[] gradients, Wanted wanted);

    /** Returns the name of a formula, for people. */
    String formulaName(int formula);
  }

  /** Which gradients are asked for. */
  @FunctionalInterface
  public interface Wanted {
    /** Returns whether the gradient of input {@code index} is of use to anybody. */
    boolean has(int index);
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

  /** Returns the name of a formula, for people; its number once the bundle has left. */
  public String formulaName(int formula) {
    Runner current = runner;
    return current == null ? "formula " + formula : current.formulaName(formula);
  }

  /** Empties the cell: every graph recorded through it can no longer be run. */
  public void withdraw() {
    leftAt = Instant.now();
    runner = null;
  }
}
