package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorName;
import jackfield.spi.SelfCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The check of services before they take others' place: on a dispatcher of its own, which has the
 * libraries and backends that stay and the new services, each operator that they have kernels for
 * is called and must answer as the one that serves. Then the new kernels are called for a while, so
 * that their loops are compiled before the first caller meets them.
 */
final class SelfChecks {
  private final LocalDispatcher serving;
  private final List<Offer> staying;
  private final List<Offer> arriving;
  private final List<String> problems = new ArrayList<>();
  private int asked;

  /** What a check found. */
  record Outcome(int asked, List<String> problems) {
    String text() {
      return "%d of %d operators agree".formatted(asked - problems.size(), asked);
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
    whiteboard.exchange(List.of(), staying);
    List<OperatorName> operators = whiteboard.exchange(List.of(), arriving).operators();
    if (own.isEmpty()) {
      operators.forEach(operator -> compare(operator, scratch));
    } else {
      own.forEach(check -> compare(check, scratch));
    }
    if (problems.isEmpty()) {
      warmUp(operators, scratch, System.nanoTime() + warmUp.toNanos());
    }
    return new Outcome(asked, problems);
  }

  private void compare(SelfCheck check, LocalDispatcher scratch) {
    Map<String, Object> expected = check.run(serving);
    Map<String, Object> found = check.run(scratch);
    for (Map.Entry<String, Object> entry : expected.entrySet()) {
      asked++;
      Object other = found.get(entry.getKey());
      if (other == null || !Smoke.agree(Smoke.seen(entry.getValue()), Smoke.seen(other))) {
        problems.add(entry.getKey() + " differs");
      }
    }
  }

  private void compare(OperatorName operator, LocalDispatcher scratch) {
    Smoke smoke = new Smoke(operator);
    Optional<Smoke.Answer> first = smoke.call(serving, 1e3);
    if (first.isEmpty()) {
      return;
    }
    Smoke.Answer found = smoke.call(scratch, 1e3).orElseThrow();
    boolean isUnknown = first.get().refusal() != null; // or nobody serves it at this moment
    if (found.refusal() != null) {
      if (!isUnknown) {
        asked++;
        problems.add(operator + ": " + WhiteboardComponent.textOf(found.refusal()));
      }
      return;
    }
    asked++;
    if (!isUnknown && !Smoke.agree(first.get().values(), found.values())) {
      judge(operator, smoke, first.get());
    }
  }

  /** An operator whose results are undefined, such as one that only allocates, may differ. */
  private void judge(OperatorName operator, Smoke smoke, Smoke.Answer first) {
    Smoke.Answer again = smoke.call(serving, -7e5).orElseThrow();
    if (Smoke.agree(first.values(), again.values())) {
      problems.add(operator + " gives other values");
    }
  }

  private void warmUp(List<OperatorName> operators, LocalDispatcher scratch, long end) {
    List<Smoke> smokes = operators.stream().map(Smoke::new).toList();
    while (!smokes.isEmpty() && System.nanoTime() < end) {
      smokes =
          smokes.stream()
              .takeWhile(smoke -> System.nanoTime() < end)
              .filter(smoke ->
                  smoke.call(scratch, 0).filter(answer -> answer.refusal() == null).isPresent())
              .toList();
    }
  }
}
