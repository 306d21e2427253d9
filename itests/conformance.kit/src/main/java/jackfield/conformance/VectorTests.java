package jackfield.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** One test for each recording that a backend claims to agree with. */
final class VectorTests {
  private final ConformanceRun run;
  private final List<RecordedVector> recorded;
  private final List<String> claimed; // empty: whatever there is
  private final Waivers waivers;

  VectorTests(
      ConformanceRun run, List<RecordedVector> recorded, List<String> claimed, Waivers waivers) {
    this.run = run;
    this.recorded = recorded;
    this.claimed = claimed;
    this.waivers = waivers;
  }

  /** A container for each operator, then the claims and waivers that nothing was found for. */
  Stream<DynamicNode> nodes() {
    Map<String, List<RecordedVector>> byOperator = new LinkedHashMap<>();
    for (RecordedVector vector : selected()) {
      byOperator.computeIfAbsent(vector.operator(), _ -> new ArrayList<>()).add(vector);
    }
    Stream<DynamicNode> operators =
        byOperator.entrySet().stream()
            .map(entry ->
                DynamicContainer.dynamicContainer(
                    entry.getKey(), entry.getValue().stream().map(this::test)));
    return Stream.concat(operators, Stream.concat(vainClaims(), vainWaivers()));
  }

  /** The recordings of what is claimed. */
  List<RecordedVector> selected() {
    return recorded.stream()
        .filter(vector -> claimed.isEmpty() || claimed.stream().anyMatch(vector::isOf))
        .toList();
  }

  private DynamicTest test(RecordedVector vector) {
    return DynamicTest.dynamicTest(vector.id(), () -> check(vector));
  }

  private void check(RecordedVector vector) {
    Optional<Waivers.Waiver> waiver = waivers.of(vector.id());
    if (waiver.isPresent() && waiver.get().kind() == Waivers.Kind.UNSUPPORTED) {
      abort(waiver.get().toString());
    }
    switch (run.verdict(vector)) {
      case Verdict.Passed _ ->
          waiver.ifPresent(fails -> {
            throw new AssertionError(
                vector.id() + " passes: waiver no longer needed, take it out: " + fails);
          });
      case Verdict.Failed(var difference) -> {
        waiver.ifPresent(fails -> abort(fails + "; " + difference.getMessage()));
        throw new AssertionError(vector.id() + " " + difference.getMessage(), difference);
      }
      case Verdict.Skipped(var missing) -> {
        if (!claimed.isEmpty()) {
          throw new AssertionError(vector.id() + " is claimed, but there is no " + missing);
        }
        abort("there is no " + missing);
      }
    }
  }

  private Stream<DynamicNode> vainClaims() {
    return claimed.stream()
        .filter(name -> recorded.stream().noneMatch(vector -> vector.isOf(name)))
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
