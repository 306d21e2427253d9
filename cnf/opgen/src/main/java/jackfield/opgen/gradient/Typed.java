package jackfield.opgen.gradient;

import java.util.Optional;
import java.util.Set;

/**
 * A Java expression and its type.
 *
 * @param java the expression
 * @param type the name of its type, {@code null} for the literal
 */
record Typed(String java, String type) {
  private static final Set<String> PRIMITIVES = Set.of("long", "double", "boolean");

  /**
   * An expression that was converted to a type.
   *
   * @param java the expression
   * @param cost the cost of the conversion
   */
  record Fitted(String java, int cost) {}

  /** Returns whether this is a bare number. */
  boolean isNumber() {
    return type.equals("long") || type.equals("double");
  }

  /** Returns whether this is a tensor. */
  boolean isTensor() {
    return type.equals("Tensor");
  }

  /** Returns this converted to type {@code wanted}, if that is possible. */
  Optional<Fitted> as(String wanted) {
    if (type.equals(wanted)) {
      return Optional.of(new Fitted(java, 0));
    }
    if (type.equals("null")) {
      return PRIMITIVES.contains(wanted) ? Optional.empty() : Optional.of(new Fitted(java, 1));
    }
    return switch (wanted) {
      case "Scalar" -> scalar();
      case "double" -> type.equals("long") ? Optional.of(new Fitted(java, 1)) : Optional.empty();
      case "Double" ->
          isNumber() ? Optional.of(new Fitted("(double) " + java, 2)) : Optional.empty();
      case "Long" -> boxed("long");
      case "Boolean" -> boxed("boolean");
      default -> Optional.empty();
    };
  }

  private Optional<Fitted> boxed(String primitive) {
    return type.equals(primitive) ? Optional.of(new Fitted(java, 1)) : Optional.empty();
  }

  private Optional<Fitted> scalar() {
    String value =
        switch (java) {
          case "0" -> "Scalar.ZERO";
          case "1" -> "Scalar.ONE";
          default -> "Scalar.of(" + java + ")";
        };
    return PRIMITIVES.contains(type) ? Optional.of(new Fitted(value, 2)) : Optional.empty();
  }
}
