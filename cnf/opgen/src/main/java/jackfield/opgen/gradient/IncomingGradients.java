package jackfield.opgen.gradient;

import java.util.List;

/**
 * The gradients of an operator's results, which formulas name: {@code grad} of an only result, else
 * {@code grads}.
 */
final class IncomingGradients {
  /** The names. */
  static final List<String> NAMES = List.of("grad", "grads");

  private static final String ONE = NAMES.getFirst();

  private final DerivativeEntry entry;

  IncomingGradients(DerivativeEntry entry) {
    this.entry = entry;
  }

  /** Returns whether a name in a formula is that of a gradient. */
  static boolean isGradient(String name) {
    return NAMES.contains(name);
  }

  /** Compiles a name that {@link #isGradient}. */
  Typed named(DerivativeEntry.Formula formula, String name) {
    return name.equals(ONE) ? only(formula) : new Typed("incoming", "Tensor[]");
  }

  /** Compiles the gradient of one result; null if it was not requested. */
  Typed element(DerivativeEntry.Formula formula, Expression of, int index) {
    if (entry.isList()) {
      throw formula.faulty("has an index; the gradients of a list are grads, a list too");
    }
    if (!of.equals(new Expression.Name(NAMES.getLast()))
        || !entry.differentiable().contains(index)) {
      throw formula.faulty("has an index; those of gradients are %s".formatted(each()));
    }
    return new Typed("incoming[%d]".formatted(index), "Tensor");
  }

  /** Returns the gradients of the differentiable results. */
  private List<String> each() {
    return entry.differentiable().stream().map("grads[%d]"::formatted).toList();
  }

  /** Compiles the gradient of the only differentiable result. */
  private Typed only(DerivativeEntry.Formula formula) {
    if (entry.isList()) {
      throw formula.faulty("names grad, and the result is a list; its gradients are grads");
    }
    if (entry.differentiable().size() > 1) {
      throw formula.faulty(
          "names grad, and %d results are differentiable; their gradients are %s"
              .formatted(entry.differentiable().size(), each()));
    }
    return new Typed(ONE, "Tensor");
  }
}
