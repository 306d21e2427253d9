package jackfield.gradient;

import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/**
 * The gradient of an operator: what a recorded call keeps, and how gradients flow back through it.
 *
 * {@snippet :
 * GradientFormula cube =
 *     GradientFormula.of(
 *         (context, inputs, results) -> context.save((Tensor) inputs.get(0)),
 *         (context, gradients) -> {
 *           Tensor x = context.saved(0);
 *           return new Tensor[] {aten.mul(gradients[0], aten.mul(aten.mul(x, x), 3))};
 *         });
 * }
 *
 * <p>A formula that calls differentiable operators can be differentiated again.
 *
 * <p><em>Threads</em>: the thread that calls the operator runs the first part, the thread that runs
 * backwards the second one. Several threads may run both.
 *
 * <p><em>Source</em>: {@code torch.library.register_autograd} of PyTorch.
 */
public final class GradientFormula {
  private final SetUp setUp;
  private final Backward backward;

  private GradientFormula(SetUp setUp, Backward backward) {
    this.setUp = setUp;
    this.backward = backward;
  }

  /** Keeps what the gradient needs of a call. */
  @FunctionalInterface
  public interface SetUp {
    /**
     * Runs after the operator, without recording.
     *
     * @param inputs the arguments in the order of the schema: a tensor or an array of tensors; Long
     *     for an int, Double for a float; null for none
     * @param results the results
     */
    void keep(GradientContext context, List<Object> inputs, List<Object> results);
  }

  /** Computes the gradients of the inputs. */
  @FunctionalInterface
  public interface Backward {
    /**
     * Returns a gradient for each tensor among the inputs, also for each tensor of a list and for
     * an absent one; other arguments are left out. Null stands for no gradient.
     *
     * @param context what the call kept
     * @param gradients the gradient of each tensor among the results, null for none
     */
    Tensor[] gradients(GradientContext context, Tensor[] gradients);
  }

  /** Returns the formula that keeps and computes as given. */
  public static GradientFormula of(SetUp setUp, Backward backward) {
    Objects.requireNonNull(setUp, "GradientFormula.of: setUp is null");
    Objects.requireNonNull(backward, "GradientFormula.of: backward is null");
    return new GradientFormula(setUp, backward);
  }

  /** Returns the formula that keeps nothing. */
  public static GradientFormula of(Backward backward) {
    return of((_, _, _) -> {}, backward);
  }

  SetUp setUp() {
    return setUp;
  }

  Backward backward() {
    return backward;
  }
}
