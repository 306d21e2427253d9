package jackfield.conformance.vectors;

/** Counts verdicts. */
public final class Tally {
  private int passed;
  private int failed;
  private int undefined;
  private int excused;

  public void add(Verdict verdict) {
    switch (verdict) {
      case Verdict.Passed _ -> passed++;
      case Verdict.Failed _ -> failed++;
      case Verdict.Skipped _ -> undefined++;
      case Verdict.Excused _ -> excused++;
    }
  }

  public int passed() {
    return passed;
  }

  public int failed() {
    return failed;
  }

  /** Those of operators that are not defined, and those that are excused. */
  public int skipped() {
    return undefined + excused;
  }

  /** Those that could be run. */
  public int run() {
    return passed + failed + excused;
  }

  /** Those of operators that are not defined. */
  public int undefined() {
    return undefined;
  }

  public int excused() {
    return excused;
  }

  /** {@code N passed, N failed, N skipped}. */
  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped());
  }
}
