package jackfield.opgen.input;

/** A formula of a derivative cannot be read, or does not fit the operators that it names. */
public final class FaultyFormula extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String formula;
  private final String problem;

  /**
   * Creates the error.
   *
   * @param formula the formula as written
   * @param problem the error and what was expected
   */
  public FaultyFormula(Place place, String formula, String problem) {
    super(place, "the formula  " + formula + "\n  " + problem);
    this.formula = formula;
    this.problem = problem;
  }

  /** Returns the formula. */
  public String formula() {
    return formula;
  }

  /** Returns the error in the formula. */
  public String problem() {
    return problem;
  }
}
