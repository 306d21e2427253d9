package jackfield.dispatcher.impl.selfcheck;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Served;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorTags;
import jackfield.spi.SelfCheck;
import jackfield.tensor.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks the kernels of new services before they are committed. A dispatcher of its own has the new
 * services and all libraries and backends that stay plugged. The check calls each operator for
 * which the new services have a kernel, with tensors on the new backend's device, and compares the
 * results. Computed values must agree up to rounding. Tensors that an operator creates must agree
 * bit for bit on the host, and by type and sizes on a device.
 *
 * <p>The expected results are those of the reference: a kernel of lower ranking at the same key, on
 * a second dispatcher with the lower rankings only. Without a reference they are the results of the
 * services that are replaced. If none are replaced, the call must only link all its classes.
 *
 * <p>An operator that draws random numbers gets a generator of the check's own. Its numbers may
 * differ from the expected ones, but each seed must give different numbers, and the same each time.
 * Then the check warms the new kernels up for the configured time, so that their lazy
 * initialization precedes the first caller. That time is too short to have them compiled.
 */
public final class SelfChecks {
  private static final System.Logger LOG = System.getLogger(SelfChecks.class.getName());
  private static final Smoke.Trial FIRST = new Smoke.Trial(1e3, 7);
  private static final Smoke.Trial OTHER_MEMORY = new Smoke.Trial(-7e5, 7);
  private static final Smoke.Trial OTHER_SEED = new Smoke.Trial(1e3, 8);
  private static final String OTHER_VALUES = "gives other values";

  private final LocalDispatcher serving;
  private final List<Offer> staying;
  private final List<Offer> replaced;
  private final List<Offer> added;
  private final LocalDispatcher scratch = new LocalDispatcher();
  private final Optional<LocalDispatcher> reference;
  private final List<Difference> differences = new ArrayList<>();
  private final List<Difference> broken = new ArrayList<>();
  private int asked;
  private int skipped;

  /** Creates a check of {@code added}, which replace {@code replaced}. */
  public SelfChecks(
      LocalDispatcher serving, List<Offer> plugged, Collection<?> replaced, List<Offer> added) {
    this.serving = serving;
    this.replaced = plugged.stream().filter(offer -> isOf(offer, replaced)).toList();
    // Features record and count calls, so the calls of a check must not reach them.
    this.staying =
        plugged.stream()
            .filter(offer -> !offer.isFeature() && !isOf(offer, replaced))
            .filter(offer -> added.stream().noneMatch(next -> isHiddenBy(next, offer)))
            .toList();
    this.added = added;
    this.reference = reference();
  }

  private static boolean isOf(Offer offer, Collection<?> services) {
    return services.stream().anyMatch(service -> service == offer.service());
  }

  /** Returns whether {@code higher} is a backend of the same device that shadows this one. */
  private static boolean isHiddenBy(Offer offer, Offer higher) {
    return offer.isBackend()
        && higher.isBackend()
        && offer.name().equals(higher.name())
        && offer.ranking() < higher.ranking();
  }

  /** Returns a dispatcher with the libraries and all backends that rank below the new ones. */
  private Optional<LocalDispatcher> reference() {
    int lowest = added.stream().mapToInt(Offer::ranking).min().orElse(Integer.MIN_VALUE);
    List<Offer> below =
        staying.stream().filter(offer -> offer.isLibrary() || offer.ranking() < lowest).toList();
    if (below.stream().allMatch(Offer::isLibrary)) {
      return Optional.empty();
    }
    LocalDispatcher dispatcher = new LocalDispatcher();
    ServiceTransaction _ = new Whiteboard(dispatcher).exchange(List.of(), below); // never reversed
    return Optional.of(dispatcher);
  }

  /**
   * Runs the check.
   *
   * @param own the bundle's own checks; if empty, all its operators are called
   * @param warmUp how long the new kernels are called afterwards
   */
  public CheckOutcome run(List<SelfCheck> own, Duration warmUp) {
    List<Offer> all = Stream.concat(staying.stream(), added.stream()).toList();
    List<OperatorName> operators =
        new Whiteboard(scratch).exchange(List.of(), all).operators(added.size());
    SampleDevice target = SampleDevice.of(device(), scratch);
    List<Smoke> smokes = smokes(operators, scratch, target);
    if (own.isEmpty()) {
      skipped = operators.size() - smokes.size();
      smokes.forEach(this::compare);
    } else {
      own.forEach(check -> compare(check, target));
    }
    List<Difference> missing = missing();
    CheckOutcome outcome = new CheckOutcome(asked, skipped, differences, missing, broken);
    if (outcome.isSame()) {
      warmUp(smokes, System.nanoTime() + warmUp.toNanos());
    }
    return outcome;
  }

  /** Returns the operators with kernels in the old services but not in the new ones. */
  private List<Difference> missing() {
    Set<String> missing = replaced.isEmpty() ? Set.of() : Served.of(serving, replaced);
    if (!missing.isEmpty()) {
      missing.removeAll(Served.of(scratch, added));
    }
    return missing.stream().map(name -> Difference.of(name, "has no kernel")).toList();
  }

  /** Returns the device of the new backend; the host if there is none. */
  private Device device() {
    return added.stream()
        .filter(Offer::isBackend)
        .map(offer -> Device.parse(offer.name()))
        .findFirst()
        .orElse(Device.CPU);
  }

  /** Returns the calls, without operators that would draw from a shared generator. */
  private static List<Smoke> smokes(
      List<OperatorName> operators, LocalDispatcher scratch, SampleDevice target) {
    return operators.stream()
        .filter(operator -> !drawsFromOthers(scratch.report(operator).orElseThrow()))
        .map(operator -> new Smoke(operator, target))
        .toList();
  }

  private static boolean drawsFromOthers(OperatorReport report) {
    return report.tags().contains(OperatorTags.RANDOM)
        && report
            .schema()
            .filter(schema -> new Samples(schema).kind() == Samples.Kind.DRAWS)
            .isEmpty();
  }

  private void compare(SelfCheck check, SampleDevice target) {
    try (Scope _ = Scope.open()) {
      Optional<Map<String, Object>> expected = expected(check, target);
      Map<String, Object> found = seen(check.run(scratch), target, scratch);
      asked += expected.orElse(found).size();
      expected
          .orElse(Map.of())
          .forEach((name, one) -> {
            Object other = found.get(name);
            if (other == null || !Smoke.agree(one, other)) {
              Object told = other == null ? "nothing" : other;
              differences.add(Difference.of(name, "differs", "", List.of(one), List.of(told)));
            }
          });
    }
  }

  /** Returns the results of a bundle's own check from the reference or the active kernels. */
  private Optional<Map<String, Object>> expected(SelfCheck check, SampleDevice target) {
    if (reference.isPresent()) {
      try {
        return Optional.of(seen(check.run(reference.get()), target, reference.get()));
      } catch (RuntimeException unserved) { // the reference lacks a kernel
        LOG.log(System.Logger.Level.DEBUG, "the reference lacks a kernel of a check", unserved);
      }
    }
    return replaced.isEmpty()
        ? Optional.empty()
        : Optional.of(seen(check.run(serving), target, serving));
  }

  private static Map<String, Object> seen(
      Map<String, Object> answers, SampleDevice target, LocalDispatcher dispatcher) {
    Map<String, Object> seen = new LinkedHashMap<>();
    answers.forEach((name, value) -> seen.put(name, Smoke.seen(target, dispatcher, value)));
    return seen;
  }

  /** Compares an operator with the reference, or else with the active kernels. */
  private void compare(Smoke smoke) {
    boolean isReferred = reference.isPresent() && hasReference(smoke.name());
    boolean isCompared =
        (isReferred && compared(smoke, reference.get()))
            || (!replaced.isEmpty() && compared(smoke, serving));
    if (!isCompared) {
      skipped++;
      smoke
          .call(scratch, FIRST)
          .map(Smoke.Answer::refusal)
          .filter(SelfChecks::isUnusable)
          .ifPresent(refusal -> addBroken(smoke, refusal));
    }
  }

  /** Returns whether a kernel ranks below a new one at the same key. */
  private boolean hasReference(OperatorName operator) {
    Set<Provenance> own =
        added.stream().map(Offer::provenance).collect(Collectors.toUnmodifiableSet());
    return scratch.report(operator).stream()
        .flatMap(report -> report.kernels().values().stream())
        .anyMatch(kernels -> {
          OptionalInt ranking =
              kernels.stream()
                  .filter(kernel -> own.contains(kernel.provenance()))
                  .mapToInt(OperatorReport.Kernel::ranking)
                  .max();
          return ranking.isPresent()
              && kernels.stream()
                  .filter(kernel -> !own.contains(kernel.provenance()))
                  .anyMatch(kernel -> kernel.ranking() < ranking.getAsInt());
        });
  }

  /** Compares the results; returns false if {@code expecting} refuses all samples. */
  private boolean compared(Smoke smoke, LocalDispatcher expecting) {
    Optional<Smoke.Answer> first = smoke.call(expecting, FIRST);
    if (first.isEmpty()) {
      return false;
    }
    if (first.get().refusal() != null) { // it accepts another form, or has no kernel
      return smoke.next().filter(next -> compared(next, expecting)).isPresent();
    }
    asked++;
    Smoke.Answer found = smoke.call(scratch, FIRST).orElseThrow();
    if (found.refusal() != null) {
      addRefusal(smoke, expecting, first.get(), found.refusal());
    } else if (!first.get().agrees(found)) {
      if (found.kind() == Samples.Kind.DRAWS) {
        addIfWrongDraw(smoke, expecting, first.get(), found);
      } else {
        addIfWrong(smoke, expecting, first.get(), found);
      }
    }
    return true;
  }

  private void addRefusal(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer expected, Throwable refusal) {
    if (isUnusable(refusal)) {
      asked--;
      skipped++;
      addBroken(smoke, refusal);
      return;
    }
    String subject = smoke.name().toString();
    String text = "refuses: " + WhiteboardComponent.textOf(refusal).lines().findFirst().orElse("");
    List<Object> values = expected.values();
    String expectedText = values.isEmpty() ? "" : Difference.text(values.getFirst());
    differences.add(new Difference(subject, text, smoke.asked(expecting, FIRST), expectedText, ""));
  }

  private void addBroken(Smoke smoke, Throwable refusal) {
    broken.add(Difference.of(smoke.name().toString(), "cannot run: " + linkage(refusal)));
  }

  private static boolean isUnusable(Throwable refusal) {
    return linkage(refusal) != null;
  }

  /** Returns the linkage error among the causes, or null. */
  private static LinkageError linkage(Throwable refusal) {
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError linkage) {
        return linkage;
      }
    }
    return null;
  }

  private void add(
      Smoke smoke,
      String says,
      LocalDispatcher expecting,
      Smoke.Answer expected,
      Smoke.Answer found) {
    differences.add(
        Difference.of(
            smoke.name().toString(),
            says,
            smoke.asked(expecting, FIRST),
            expected.values(),
            found.values()));
  }

  /** Adds a difference; unwritten memory, as of {@code empty}, may differ in its values. */
  private void addIfWrong(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer first, Smoke.Answer found) {
    Smoke.Answer again = smoke.call(expecting, OTHER_MEMORY).orElseThrow();
    if (!first.isAlike(found) || first.agrees(again)) {
      add(smoke, OTHER_VALUES, expecting, first, found);
    }
  }

  /** Adds a difference unless the random numbers depend on the seed and on nothing else. */
  private void addIfWrongDraw(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer first, Smoke.Answer found) {
    boolean isVarying = !first.agrees(smoke.call(expecting, OTHER_SEED).orElseThrow());
    boolean isRepeated = found.agrees(smoke.call(scratch, OTHER_MEMORY).orElseThrow());
    boolean isStuck = found.agrees(smoke.call(scratch, OTHER_SEED).orElseThrow());
    if (!first.isAlike(found) || !isRepeated || (isVarying && isStuck)) {
      add(smoke, OTHER_VALUES + " than its seed asks for", expecting, first, found);
    }
  }

  private void warmUp(List<Smoke> all, long end) {
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
