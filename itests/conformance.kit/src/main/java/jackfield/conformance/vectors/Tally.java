package jackfield.conformance.vectors;

/** Counts verdicts. */
public final class Tally {
  private int passed;
  private int failed;
  private int skipped;

  public void add(Verdict verdict) {
    switch (verdict) {
      case Verdict.Passed _ -> passed++;
      case Verdict.Failed _ -> failed++;
      case Verdict.Skipped _ -> skipped++;
    }
  }

  public int passed() {
    return passed;
  }

  public int failed() {
    return failed;
  }

  public int skipped() {
    return skipped;
  }

  /** {@code N passed, N failed, N skipped}. */
  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
  }
}
