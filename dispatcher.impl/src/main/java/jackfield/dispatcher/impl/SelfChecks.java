package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorReport;
import jackfield.dispatch.OperatorTags;
import jackfield.spi.SelfCheck;
import jackfield.tensor.Device;
import jackfield.tensor.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The check of services before they take others' place: on a dispatcher of its own, which has the
 * libraries and backends that stay and the new services, each operator that they have kernels for
 * is called, with tensors on the new backend's device, and must answer as the one that serves: up
 * to rounding where it computes, bit for bit where it makes tensors of the host, by type and sizes
 * where it makes those of a device. One that draws random numbers draws from a generator of the
 * check's own; it may draw others than the one that serves, but each seed must give its own, and
 * the same each time. Then the new kernels are called for as long as is configured, so that what
 * they make when first needed is there before the first caller; it is too short to have them
 * compiled.
 */
final class SelfChecks {
  private static final Smoke.Trial FIRST = new Smoke.Trial(1e3, 7);
  private static final Smoke.Trial OTHER_MEMORY = new Smoke.Trial(-7e5, 7);
  private static final Smoke.Trial OTHER_SEED = new Smoke.Trial(1e3, 8);

  private final LocalDispatcher serving;
  private final List<Offer> staying;
  private final List<Offer> arriving;
  private final List<String> problems = new ArrayList<>();
  private int asked;
  private int skipped;

  /**
   * What a check found.
   *
   * @param skipped how many operators could not be compared: no samples fit them, or they draw
   *     random numbers from a generator that others use
   */
  record Outcome(int asked, int skipped, List<String> problems) {
    String text() {
      String agree = "%d of %d operators agree".formatted(asked - problems.size(), asked);
      return skipped == 0 ? agree : agree + "; %d were not compared".formatted(skipped);
    }
  }

  /** Creates a check of {@code arriving} in the place of {@code leaving}. */
  SelfChecks(
      LocalDispatcher serving, List<Offer> plugged, Collection<?> leaving, List<Offer> arriving) {
    this.serving = serving;
    // Features record and count what they are called for: a check is not to be seen by them.
    this.staying =
        plugged.stream()
            .filter(offer -> !offer.kind().equals("feature"))
            .filter(offer -> leaving.stream().noneMatch(service -> service == offer.service()))
            .toList();
    this.arriving = arriving;
  }

  /**
   * Runs the check.
   *
   * @param own what the bundle wants to be asked; empty for all its operators
   * @param warmUp how long the new kernels are called afterwards
   */
  Outcome run(List<SelfCheck> own, Duration warmUp) {
    LocalDispatcher scratch = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(scratch);
    List<Offer> all = Stream.concat(staying.stream(), arriving.stream()).toList();
    List<OperatorName> operators = whiteboard.exchange(List.of(), all).operators(arriving.size());
    SamplePlace place = SamplePlace.of(device(), scratch);
    List<Smoke> smokes = smokes(operators, scratch, place);
    if (own.isEmpty()) {
      skipped = operators.size() - smokes.size();
      smokes.forEach(smoke -> compare(smoke, scratch));
    } else {
      own.forEach(check -> compare(check, scratch, place));
    }
    if (problems.isEmpty()) {
      warmUp(smokes, scratch, System.nanoTime() + warmUp.toNanos());
    }
    return new Outcome(asked, skipped, problems);
  }

  /** Returns where what arrives computes. */
  private Device device() {
    return arriving.stream()
        .filter(Offer::isBackend)
        .map(offer -> Device.parse(offer.name()))
        .findFirst()
        .orElse(Device.CPU);
  }

  /** Leaves those out that would draw from generators which others use. */
  private static List<Smoke> smokes(
      List<OperatorName> operators, LocalDispatcher scratch, SamplePlace place) {
    return operators.stream()
        .filter(operator -> !drawsFromOthers(scratch.report(operator).orElseThrow()))
        .map(operator -> new Smoke(operator, place))
        .toList();
  }

  private static boolean drawsFromOthers(OperatorReport report) {
    return report.tags().contains(OperatorTags.RANDOM)
        && report
            .schema()
            .filter(schema -> new Samples(schema).kind() == Samples.Kind.DRAWS)
            .isEmpty();
  }

  private void compare(SelfCheck check, LocalDispatcher scratch, SamplePlace place) {
    try (Scope _ = Scope.open()) {
      Map<String, Object> expected = check.run(serving);
      Map<String, Object> found = check.run(scratch);
      for (Map.Entry<String, Object> entry : expected.entrySet()) {
        asked++;
        Object other = found.get(entry.getKey());
        Object one = Smoke.seen(place, serving, entry.getValue());
        if (other == null || !Smoke.agree(one, Smoke.seen(place, scratch, other))) {
          problems.add(entry.getKey() + " differs");
        }
      }
    }
  }

  private void compare(Smoke smoke, LocalDispatcher scratch) {
    Optional<Smoke.Answer> first = smoke.call(serving, FIRST);
    if (first.isEmpty()) {
      skipped++;
      return;
    }
    if (first.get().refusal() != null) { // it takes others, or nobody serves it at this moment
      smoke.next().ifPresentOrElse(next -> compare(next, scratch), () -> skipped++);
      return;
    }
    asked++;
    Smoke.Answer found = smoke.call(scratch, FIRST).orElseThrow();
    if (found.refusal() != null) {
      problems.add(smoke.name() + ": " + WhiteboardComponent.textOf(found.refusal()));
    } else if (!first.get().agrees(found)) {
      if (found.kind() == Samples.Kind.DRAWS) {
        judgeDrawn(smoke, scratch, first.get(), found);
      } else {
        judge(smoke, first.get(), found);
      }
    }
  }

  /** Others of the same type and size may be in memory that nobody has written. */
  private void judge(Smoke smoke, Smoke.Answer first, Smoke.Answer found) {
    Smoke.Answer again = smoke.call(serving, OTHER_MEMORY).orElseThrow();
    if (!first.isAlike(found) || first.agrees(again)) {
      problems.add(smoke.name() + " gives other values");
    }
  }

  /** Other random numbers are no mistake, if they follow from the seed and from nothing else. */
  private void judgeDrawn(
      Smoke smoke, LocalDispatcher scratch, Smoke.Answer first, Smoke.Answer found) {
    boolean isVarying = !first.agrees(smoke.call(serving, OTHER_SEED).orElseThrow());
    boolean isRepeated = found.agrees(smoke.call(scratch, OTHER_MEMORY).orElseThrow());
    boolean isStuck = found.agrees(smoke.call(scratch, OTHER_SEED).orElseThrow());
    if (!first.isAlike(found) || !isRepeated || (isVarying && isStuck)) {
      problems.add(smoke.name() + " gives other values than its seed asks for");
    }
  }

  private void warmUp(List<Smoke> all, LocalDispatcher scratch, long end) {
    List<Smoke> smokes = all;
    while (!smokes.isEmpty() && System.nanoTime() < end) {
      smokes =
          smokes.stream()
              .takeWhile(smoke -> System.nanoTime() < end)
              .filter(smoke ->
                  smoke.call(scratch, FIRST).filter(answer -> answer.refusal() == null).isPresent())
              .toList();
    }
  }
}
