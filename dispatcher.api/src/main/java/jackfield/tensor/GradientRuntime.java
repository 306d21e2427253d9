package jackfield.tensor;

import java.time.Instant;
import java.util.function.Function;

/**
 * The cell through which recorded graphs reach the autograd bundle, or the formula of one operator.
 * Its owner empties it when the bundle stops or the formula is withdrawn. That disconnects all
 * graphs at once, without a list of them.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class GradientRuntime {
  private final Function<Instant, FeatureGone> gone;
  private volatile Runner runner; // null once the bundle is unplugged
  private volatile Instant removedAt; // written before runner becomes null

  /** Runs formulas backwards. */
  public interface Runner {
    /**
     * Returns the gradients of a node's inputs, null where there is none; the caller owns the
     * array.
     *
     * @param gradients the gradients of the node's outputs, null where there is none
     * @param wanted selects the requested results
     */
    Tensor[] run(GradientNode node, Tensor[] gradients, Wanted wanted);

    /** Returns the name of a formula, for display. */
    String formulaName(int formula);

    /**
     * Returns whether formulas keep none of the gradients that they receive or return, outside of
     * the node. Otherwise these are not changed in place, and their memory is not released early.
     */
    default boolean keepsNothing() {
      return true;
    }
  }

  /** Selects the requested gradients. */
  @FunctionalInterface
  public interface Wanted {
    /** Returns whether the gradient of input {@code index} is requested. */
    boolean has(int index);
  }

  /** Creates a cell for {@code runner} of the bundle {@code provider}. */
  public GradientRuntime(String provider, Runner runner) {
    this(removedAt -> new FeatureGone("autograd", provider, removedAt), runner);
  }

  private GradientRuntime(Function<Instant, FeatureGone> gone, Runner runner) {
    this.gone = gone;
    this.runner = runner;
  }

  /** Returns a cell for the formula of one operator. */
  public static GradientRuntime ofFormula(String operator, Runner runner) {
    return new GradientRuntime(removedAt -> FeatureGone.gradient(operator, removedAt), runner);
  }

  /**
   * Returns the runner of the formulas.
   *
   * @throws FeatureGone if the bundle was unplugged, or the formula was withdrawn
   */
  public Runner runner() {
    Runner current = runner;
    if (current == null) {
      throw gone.apply(removedAt);
    }
    return current;
  }

  /** Returns the name of a formula, for display; its number once the bundle was unplugged. */
  public String formulaName(int formula) {
    Runner current = runner;
    return current == null ? "formula " + formula : current.formulaName(formula);
  }

  /** Empties the cell: no graph recorded through it can be run any more. */
  public void withdraw() {
    removedAt = Instant.now();
    runner = null;
  }
}
