package jackfield.tools.fuzz.operator;

/** The degree to which the arguments of a case deviate from what an operator expects. */
enum Temper {
  /** Similar sizes and types, ordinary values: most calls succeed, and gradients are compared. */
  CALM(0, 0.05),
  /** Mostly valid, with special values, unusual strides and occasionally a huge number. */
  MIXED(0.03, 0.4),
  /** Any arguments. */
  WILD(0.3, 0.8);

  private final double huge;
  private final double odd;

  Temper(double huge, double odd) {
    this.huge = huge;
    this.odd = odd;
  }

  /** Returns the probability that a number is huge or negative. */
  double huge() {
    return huge;
  }

  /** Returns the probability that an argument is not as expected. */
  double odd() {
    return odd;
  }
}
