package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.derived.DerivedReport;
import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.VectorFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All forms of an operator agree with its functional form, on both backends. */
final class DerivedChecksTest {
  /** The seed of the sample; the property derived.seed repeats one. */
  private static final long SEED = Long.getLong("derived.seed", 1);

  private static final int SHARE = 12;

  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  @Test
  @Tag("slow")
  void theFormsOfASampleAgree() {
    check("sample of seed " + SEED, sample());
  }

  @Test
  @Tag("thorough")
  void theFormsOfAllRecordedCallsAgree() {
    check("all", _ -> true);
  }

  /** Takes the first vector of each operator, and a share of the others. */
  private static Predicate<RecordedVector> sample() {
    Set<String> seen = new HashSet<>();
    SplittableRandom random = new SplittableRandom(SEED);
    return vector -> seen.add(vector.operator()) || random.nextInt(SHARE) == 0;
  }

  private void check(String what, Predicate<RecordedVector> wanted) {
    List<RecordedVector> vectors = new ArrayList<>();
    for (VectorFile file : VectorFile.in(LocalPlatform.inRepository("ops"))) {
      file.forEach(vector -> {
        if (wanted.test(vector)) {
          vectors.add(vector);
        }
      });
    }
    platforms.each(on -> {
      DerivedReport report = new DerivedRun(on.dispatcher(), on.autograd()).run(vectors);
      System.out.printf("%s, %s: %s%n", on, what, report.summary());
      assertThat(report.failures()).as("on %s, %s", on, what).isEmpty();
      assertThat(report.total()).isPositive();
    });
  }
}
