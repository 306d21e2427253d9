package jackfield.tools.fuzz.operator;

/** How far the arguments of a case are from what an operator expects. */
enum Temper {
  /** Like sizes and types, ordinary values: most calls succeed, and gradients are compared. */
  CALM(0, 0.05),
  /** Mostly fitting, with special values, odd strides and now and then a huge number. */
  MIXED(0.03, 0.4),
  /** Anything. */
  WILD(0.3, 0.8);

  private final double huge;
  private final double odd;

  Temper(double huge, double odd) {
    this.huge = huge;
    this.odd = odd;
  }

  /** Returns how likely a number is to be huge or negative. */
  double huge() {
    return huge;
  }

  /** Returns how likely an argument is to be other than expected. */
  double odd() {
    return odd;
  }
}
