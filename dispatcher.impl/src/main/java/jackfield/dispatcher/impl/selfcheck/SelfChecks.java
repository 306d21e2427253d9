package jackfield.dispatcher.impl.selfcheck;

import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.table.KernelLists;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.ServiceRegistrations;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.memory.Device;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorTags;
import jackfield.spi.SelfCheck;
import jackfield.tensor.Scope;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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
 *
 * <p>After the check, {@link #warmUp} prepares the new kernels of the operators in use.
 */
public final class SelfChecks {
  private static final System.Logger LOG = System.getLogger(SelfChecks.class.getName());

  private final LocalDispatcher serving;
  private final List<Offer> staying;
  private final List<Offer> replaced;
  private final List<Offer> added;
  private final LocalDispatcher scratch = new LocalDispatcher();
  private final OperatorComparison comparison = new OperatorComparison(scratch);
  private final Optional<LocalDispatcher> reference;
  private final Set<OperatorName> used; // before the check's own calls of serving kernels
  private List<OperatorName> operators = List.of(); // with new kernels

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
    this.used = Set.copyOf(serving.registrations().operatorsInUse());
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
   */
  public CheckOutcome run(List<SelfCheck> own) {
    List<Offer> all = Stream.concat(staying.stream(), added.stream()).toList();
    operators = new Whiteboard(scratch).exchange(List.of(), all).operators(added.size());
    SampleDevice target = SampleDevice.of(device(), scratch);
    if (own.isEmpty()) {
      operators.stream().filter(this::drawsFromOthers).forEach(comparison::skip);
      callable(operators).forEach(operator -> compare(new SampleCalls(operator, target)));
    } else {
      own.forEach(check -> compare(check, target));
    }
    return comparison.outcome(missing());
  }

  /**
   * Makes the new kernels of the operators that were in use when the check began, and calls them
   * until they are compiled; after {@link #run}. Operators that would draw from a shared generator
   * are not called.
   *
   * @param budget how long they are called at most
   */
  public CheckOutcome warmUp(Duration budget) {
    List<OperatorName> inUse = operators.stream().filter(used::contains).toList();
    inUse.forEach(operator -> scratch.operator(operator.toString())); // a table makes its kernels
    return new WarmUp(scratch, SampleDevice.of(device(), scratch), WarmUp.PATIENCE)
        .run(callable(inUse), budget);
  }

  /** Returns the operators with kernels in the old services but not in the new ones. */
  private List<Difference> missing() {
    Set<String> missing =
        replaced.isEmpty() ? Set.of() : ServiceRegistrations.of(serving, replaced);
    if (!missing.isEmpty()) {
      missing.removeAll(ServiceRegistrations.of(scratch, added));
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

  /** Returns the operators without those that would draw from a shared generator. */
  private List<OperatorName> callable(List<OperatorName> among) {
    return among.stream().filter(operator -> !drawsFromOthers(operator)).toList();
  }

  private boolean drawsFromOthers(OperatorName name) {
    OperatorState operator = scratch.registrations().of(name).orElseThrow();
    return operator.tags().contains(OperatorTags.RANDOM)
        && (operator.definition() == null
            || new Samples(operator.definition().schema()).kind() != Samples.Kind.DRAWS);
  }

  private void compare(SelfCheck check, SampleDevice target) {
    try (Scope _ = Scope.open()) {
      Optional<Map<String, Object>> expected = expected(check, target);
      Map<String, Object> found = seen(check.run(scratch), target, scratch);
      if (expected.isEmpty()) {
        found.keySet().forEach(comparison::skip);
        return;
      }
      comparison.count(expected.get().size());
      expected
          .get()
          .forEach((name, one) -> {
            Object other = found.get(name);
            if (other == null || !SampleCalls.agree(one, other)) {
              Object told = other == null ? "nothing" : other;
              comparison.add(Difference.of(name, "differs", "", List.of(one), List.of(told)));
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
    answers.forEach((name, value) -> seen.put(name, SampleCalls.seen(target, dispatcher, value)));
    return seen;
  }

  /** Compares an operator with the reference, or else with the active kernels. */
  private void compare(SampleCalls calls) {
    boolean isReferred = reference.isPresent() && hasReference(calls.name());
    boolean isCompared =
        (isReferred && comparison.run(calls, reference.get()))
            || (!replaced.isEmpty() && comparison.run(calls, serving));
    if (!isCompared) {
      comparison.callOnly(calls);
    }
  }

  /** Returns whether a kernel ranks below a new one at the same key. */
  private boolean hasReference(OperatorName operator) {
    KernelLists kernels = scratch.registrations().of(operator).orElseThrow().kernels();
    return kernels.keys().stream().map(kernels::at).anyMatch(this::hasLower);
  }

  private boolean hasLower(List<KernelRegistration> kernels) {
    OptionalInt ranking =
        kernels.stream().filter(this::isNew).mapToInt(KernelRegistration::ranking).max();
    return ranking.isPresent()
        && kernels.stream()
            .anyMatch(kernel -> !isNew(kernel) && kernel.ranking() < ranking.getAsInt());
  }

  private boolean isNew(KernelRegistration kernel) {
    return added.stream().map(Offer::provenance).anyMatch(kernel.provenance()::equals);
  }
}
