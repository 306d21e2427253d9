package jackfield.itests.conformance;

/** Counts verdicts. */
final class Tally {
  private int passed;
  private int failed;
  private int skipped;

  void add(Verdict verdict) {
    switch (verdict) {
      case Verdict.Passed _ -> passed++;
      case Verdict.Failed _ -> failed++;
      case Verdict.Skipped _ -> skipped++;
    }
  }

  int passed() {
    return passed;
  }

  int failed() {
    return failed;
  }

  int skipped() {
    return skipped;
  }

  /** {@code N passed, N failed, N skipped}. */
  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
  }
}
