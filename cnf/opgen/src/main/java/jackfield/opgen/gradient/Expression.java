package jackfield.opgen.gradient;

import java.util.List;

/**
 * A formula as written: {@code grad * other}, {@code sum(grad, dim, keepdim)}, {@code self.sizes}.
 */
sealed interface Expression {
  /** An input, a result, or the gradient. */
  record Name(String name) implements Expression {}

  /** A whole number. */
  record Whole(long value) implements Expression {}

  /** A number with a point. */
  record Real(double value) implements Expression {}

  /** A truth value. */
  record Truth(boolean value) implements Expression {}

  /** The opposite of a truth value. */
  record Not(Expression of) implements Expression {}

  /** A text in quotes. */
  record Text(String value) implements Expression {}

  /** The missing optional value. */
  record None() implements Expression {}

  /** Numbers in brackets. */
  record Sequence(List<Expression> elements) implements Expression {}

  /** The gradient of one result, {@code grads[1]}. */
  record Element(Expression of, int index) implements Expression {}

  /** A property of a tensor, such as its sizes. */
  record Property(Expression of, String name) implements Expression {}

  /**
   * A call of an operator or function.
   *
   * @param receiver the expression before the dot: the first argument, or an operator whose
   *     overload {@code function} names; null if there is no dot
   */
  record Call(Expression receiver, String function, List<Expression> arguments)
      implements Expression {}

  /** A sign, or one of the four operations. */
  record Arithmetic(char sign, Expression left, Expression right) implements Expression {}
}
