package jackfield.schema;

import jackfield.error.InvalidArgument;

/**
 * A size that may be a symbol instead of a number; a tracing feature passes symbols. The core only
 * passes symbols on; a kernel with a plain integer parameter refuses them.
 *
 * @param value the number; 0 for a symbol
 * @param symbol the symbol's name; empty for a number
 */
public record SymInt(long value, String symbol) {
  /**
   * Creates a number or a symbol.
   *
   * @throws InvalidArgument for a symbol that also has a value
   */
  public SymInt {
    if (!symbol.isEmpty() && value != 0) {
      throw new InvalidArgument(
          "SymInt", "value", "is %d for the symbol %s; give 0".formatted(value, symbol));
    }
  }

  /** Returns a number. */
  public static SymInt of(long value) {
    return new SymInt(value, "");
  }

  /** Returns a symbol. */
  public static SymInt symbol(String name) {
    return new SymInt(0, name);
  }

  /** Returns whether this is a symbol. */
  public boolean isSymbolic() {
    return !symbol.isEmpty();
  }

  /** Returns the number or the symbol's name. */
  @Override
  public String toString() {
    return isSymbolic() ? symbol : Long.toString(value);
  }
}
