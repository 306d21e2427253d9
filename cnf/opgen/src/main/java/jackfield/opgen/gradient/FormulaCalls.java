package jackfield.opgen.gradient;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compiles the calls of operators and functions in formulas, and the arithmetic that is such. */
final class FormulaCalls {
  private final Callees callees;
  private final Set<Callees.Field> fields = new LinkedHashSet<>();

  FormulaCalls(Callees callees) {
    this.callees = callees;
  }

  /** Returns the fields that the calls so far use. */
  Set<Callees.Field> fields() {
    return fields;
  }

  /**
   * Compiles a call.
   *
   * @param formula the formula with the call, for messages
   * @param overload the wanted overload, or null for any
   */
  Typed resolve(
      DerivativeEntry.Formula formula, String name, String overload, List<Typed> arguments) {
    return switch (callees.resolve(name, overload, arguments)) {
      case Callees.Resolved(Typed value, var field) -> {
        field.ifPresent(fields::add);
        yield value;
      }
      case Object problem -> throw formula.faulty(problem.toString());
    };
  }

  private Typed resolve(DerivativeEntry.Formula formula, String name, Typed... arguments) {
    return resolve(formula, name, null, List.of(arguments));
  }

  /** Compiles a negation. */
  Typed negated(DerivativeEntry.Formula formula, Typed of) {
    return of.isNumber() ? new Typed("-" + of.java(), of.type()) : resolve(formula, "neg", of);
  }

  /** Compiles an operation on two numbers, two tensors, or one of each. */
  Typed arithmetic(DerivativeEntry.Formula formula, char sign, Typed left, Typed right) {
    if (left.isNumber() && right.isNumber()) {
      String type = left.type().equals(right.type()) ? left.type() : "double";
      String java = "(%s %s %s)".formatted(left.java(), sign, right.java());
      return new Typed(java, type);
    }
    boolean isNumberFirst = !left.isTensor() && right.isTensor();
    Typed first = isNumberFirst ? right : left;
    Typed second = isNumberFirst ? left : right;
    return switch (sign) {
      case '+' -> resolve(formula, "add", first, second);
      case '*' -> resolve(formula, "mul", first, second);
      case '-' -> resolve(formula, isNumberFirst ? "rsub" : "sub", first, second);
      default -> resolve(formula, "div", left, right);
    };
  }
}
