package jackfield.conformance;

import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * One test for each recording of a claimed operator that is defined. A claimed operator that is not
 * defined fails once. Recordings of other undefined operators, and recordings waived as
 * unsupported, create no tests. The last test publishes the coverage.
 */
final class VectorTests {
  private final ConformanceRun run;
  private final List<RecordedVector> recorded;
  private final List<String> claimed; // empty for all operators
  private final Waivers waivers;
  private final ConformanceReport report = new ConformanceReport();

  VectorTests(
      ConformanceRun run, List<RecordedVector> recorded, List<String> claimed, Waivers waivers) {
    this.run = run;
    this.recorded = recorded;
    this.claimed = claimed;
    this.waivers = waivers;
  }

  /**
   * Returns a container for each operator, then the claims and waivers that match nothing, then the
   * coverage.
   *
   * @param publish receives the report after all other tests have run
   */
  Stream<DynamicNode> nodes(Consumer<ConformanceReport> publish) {
    Map<String, List<RecordedVector>> byOperator = new LinkedHashMap<>();
    for (RecordedVector vector : selected()) {
      if (isUnsupported(vector)) {
        continue;
      }
      Set<String> absent = run.missing(vector);
      if (absent.isEmpty()) {
        byOperator.computeIfAbsent(vector.operator(), _ -> new ArrayList<>()).add(vector);
      } else {
        report.add(vector, new Verdict.Skipped(absent));
      }
    }
    Stream<DynamicNode> operators =
        byOperator.entrySet().stream()
            .map(entry ->
                DynamicContainer.dynamicContainer(
                    entry.getKey(), entry.getValue().stream().map(this::test)));
    return Stream.of(operators, missingClaims(), vainClaims(), vainWaivers(), coverage(publish))
        .flatMap(nodes -> nodes);
  }

  /** Returns the recordings of the claimed operators. */
  List<RecordedVector> selected() {
    Set<String> names = Set.copyOf(claimed);
    return recorded.stream().filter(vector -> names.isEmpty() || vector.isOfAny(names)).toList();
  }

  private DynamicTest test(RecordedVector vector) {
    return DynamicTest.dynamicTest(vector.id(), () -> check(vector));
  }

  private boolean isUnsupported(RecordedVector vector) {
    return waivers
        .of(vector.id())
        .filter(waiver -> waiver.kind() == Waivers.Kind.UNSUPPORTED)
        .isPresent();
  }

  private void check(RecordedVector vector) {
    Optional<Waivers.Waiver> waiver = waivers.of(vector.id());
    Verdict verdict = run.verdict(vector);
    report.add(vector, verdict);
    switch (verdict) {
      case Verdict.Passed _ ->
          waiver.ifPresent(fails -> {
            throw new AssertionError(
                vector.id() + " passes: waiver no longer needed, take it out: " + fails);
          });
      case Verdict.Failed(var difference) -> {
        if (waiver.isEmpty()) {
          throw new AssertionError(vector.id() + " " + difference.getMessage(), difference);
        }
      }
      case Verdict.Excused _ -> {} // counted in the coverage
      case Verdict.Skipped(var missing) ->
          throw new AssertionError(vector.id() + " calls what does not exist: " + missing);
    }
  }

  /**
   * Returns a failing test for each claim of which no operator is defined; of a base name some
   * forms may be missing.
   */
  private Stream<DynamicNode> missingClaims() {
    Set<String> defined = new HashSet<>();
    Set<String> known = new HashSet<>();
    for (RecordedVector vector : recorded) {
      known.addAll(vector.selectors());
      if (run.missing(vector).isEmpty()) {
        defined.addAll(vector.selectors());
      }
    }
    return claimed.stream()
        .filter(name -> known.contains(name) && !defined.contains(name))
        .map(name -> failing(name, name + " is claimed, but there is no " + name));
  }

  private Stream<DynamicNode> coverage(Consumer<ConformanceReport> publish) {
    return Stream.of(DynamicTest.dynamicTest("coverage", () -> publish.accept(report)));
  }

  private Stream<DynamicNode> vainClaims() {
    Set<String> known = new HashSet<>();
    recorded.forEach(vector -> known.addAll(vector.selectors()));
    return claimed.stream()
        .filter(name -> !known.contains(name))
        .map(name -> failing(name, "no recording is of " + name + ": a claim that nothing tests"));
  }

  private Stream<DynamicNode> vainWaivers() {
    List<RecordedVector> selected = selected();
    return waivers.list().stream()
        .filter(waiver -> selected.stream().noneMatch(vector -> waiver.matches(vector.id())))
        .map(waiver ->
            failing(waiver.pattern().pattern(), "waiver matches no recording: " + waiver));
  }

  private static DynamicTest failing(String name, String message) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          throw new AssertionError(message);
        });
  }
}
