package jackfield.tools.conformance.coverage;

/** What an operator has in one column of the ledger. */
public enum Support {
  /** A kernel or a formula of its own. */
  OWN("yes"),
  /** A composite kernel, which calls other operators. */
  COMPOSITE("composite"),
  /** A kernel for the host that the library provides for all backends. */
  SHARED("shared"),
  /** Nothing, and nothing is needed: there is nothing to differentiate. */
  NOT_NEEDED("none"),
  /** Nothing, as in PyTorch: the operator computes, and differentiating its results is refused. */
  REFUSED("refused"),
  /** No recorded call shows it. */
  UNKNOWN("unknown"),
  /** Nothing. */
  MISSING("-");

  private final String word;

  Support(String word) {
    this.word = word;
  }

  /** Returns the value whose word is {@code word}. */
  static Support of(String word) {
    for (Support support : values()) {
      if (support.word.equals(word)) {
        return support;
      }
    }
    throw new IllegalArgumentException("no word of the ledger: " + word);
  }

  /** Returns whether the operator does what PyTorch's does. */
  public boolean isCovered() {
    return this != UNKNOWN && this != MISSING;
  }

  /** Returns the word that ledgers show. */
  @Override
  public String toString() {
    return word;
  }
}
