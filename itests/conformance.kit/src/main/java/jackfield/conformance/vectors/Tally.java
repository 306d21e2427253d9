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

  /** Returns the number of vectors of undefined operators and of excused vectors. */
  public int skipped() {
    return undefined + excused;
  }

  /** Returns the number of vectors that could be run. */
  public int run() {
    return passed + failed + excused;
  }

  /** Returns the number of vectors of undefined operators. */
  public int undefined() {
    return undefined;
  }

  public int excused() {
    return excused;
  }

  /** Returns {@code N passed, N failed, N skipped}. */
  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped());
  }
}
