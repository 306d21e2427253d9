package jackfield.dispatcher.impl;

import jackfield.dispatch.CallObserver;
import jackfield.dispatch.Changes;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Epochs;
import jackfield.dispatch.FailureReport;
import jackfield.dispatch.FallbackReport;
import jackfield.dispatch.HeldKernel;
import jackfield.dispatch.KernelFailure;
import jackfield.dispatch.KernelSignature;
import jackfield.dispatch.KeySets;
import jackfield.dispatch.LibraryReport;
import jackfield.dispatch.NoSuchOperator;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorEvent;
import jackfield.dispatch.OperatorListener;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorReport;
import jackfield.dispatch.OperatorType;
import jackfield.dispatch.PlugEvent;
import jackfield.dispatch.PrivateBackends;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Registration;
import jackfield.dispatch.TableReport;
import jackfield.dispatch.Transaction;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The dispatcher, which needs no framework: {@code new LocalDispatcher()} is one.
 *
 * <p>Registrations are the truth; tables are derived from them and never changed. One lock excludes
 * writers from each other. A commit applies its changes to the truth, and takes them all back if
 * one is refused; then it builds the tables of the operators concerned and publishes them as one
 * epoch ({@link Epochs}). Callers take no lock.
 */
public final class LocalDispatcher implements Dispatcher {
  /** Keys that calls pass by while nobody serves them; C10 has fallthrough fallbacks there. */
  private static final DispatchKeySet TRANSPARENT =
      KeySets.DEFAULT_INCLUDED
          .or(KeySets.AUTOGRAD)
          .or(KeySets.AUTOCAST)
          .or(KeySets.BACKENDS)
          .add(DispatchKey.PROFILER);

  private final ReentrantLock lock = new ReentrantLock();
  private final PrivateBackends privateBackends = new PrivateBackends();
  private final Truth truth; // guarded by lock
  private final Publication publication; // guarded by lock
  private final KernelWaits waits;
  private final History history = new History();
  private final AtomicLong generation = new AtomicLong(); // moved under lock
  private final OperatorHistory operatorHistory = new OperatorHistory(() -> generation.get() + 1);
  private final FailureLog failures = new FailureLog();
  private final CircuitBreaker breaker;
  private final Observers observers = new Observers(this::failed); // changed under lock
  private final Libraries libraries = new Libraries(); // guarded by lock

  /** Creates a dispatcher whose calls pass autograd and the other cross-cutting keys by. */
  public LocalDispatcher() {
    this(TRANSPARENT);
  }

  /** Creates a dispatcher that cuts off whose kernels fail too often. */
  public LocalDispatcher(BreakerPolicy policy) {
    this(TRANSPARENT, policy);
  }

  /** Creates a dispatcher whose calls pass {@code transparent} keys by while nobody serves them. */
  public LocalDispatcher(DispatchKeySet transparent) {
    this(transparent, BreakerPolicy.OFF);
  }

  /** Creates a dispatcher that moreover cuts off whose kernels fail too often. */
  public LocalDispatcher(DispatchKeySet transparent, BreakerPolicy policy) {
    breaker = new CircuitBreaker(policy, this::cutOff);
    truth = new Truth(transparent, new CallReports(this), observers, operatorHistory);
    publication = new Publication(lock, truth);
    waits = new KernelWaits(lock, truth);
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  // ---- operators

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    KernelSignature types = KernelSignature.of(type.schema());
    return locked(() -> {
      OperatorEntry entry = truth.entry(type.name());
      entry.signatures().requireCallable(type.name(), types);
      Operator present = entry.typed(type);
      if (present == null) {
        present = type.create();
        entry.addTyped(present);
        entry.publishFirst(present, Epochs.now(), truth.fallbacks());
      }
      @SuppressWarnings("unchecked") // made by this type
      O typed = (O) present;
      return typed;
    });
  }

  @Override
  public Operator operator(String name) {
    OperatorName parsed = OperatorName.parse(name);
    return locked(() -> defined(parsed).named());
  }

  /** Returns the entry of an operator that is defined. Holds: lock. */
  private OperatorEntry defined(OperatorName name) {
    OperatorEntry entry = truth.find(name);
    if (entry == null || entry.definition() == null) {
      throw new NoSuchOperator(name, entry != null && entry.isRegistered(), similarTo(name));
    }
    return entry;
  }

  @Override
  public Optional<Operator> find(OperatorName name) {
    return locked(() ->
        Optional.ofNullable(truth.find(name))
            .filter(OperatorEntry::isRegistered)
            .map(OperatorEntry::named));
  }

  @Override
  public HeldKernel hold(OperatorName name, DispatchKey key) {
    return locked(() -> Holding.of(defined(name), truth.fallbacks(), key));
  }

  @Override
  public void awaitOperator(OperatorName name, Duration deadline) {
    waits.awaitOperator(name, deadline);
  }

  @Override
  public void awaitKernel(OperatorName name, DispatchKey key, Duration deadline) {
    waits.awaitKernel(name, key, deadline);
  }

  /** Returns the waits for what is to come. */
  KernelWaits waits() {
    return waits;
  }

  // ---- changes

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    Batch batch = new Batch(this);
    Registration commit = batch.commit(provenance, changes);
    locked(() -> apply(batch.parts()));
    return commit;
  }

  @Override
  public Drain transaction(Consumer<Transaction> parts) {
    return exchange(parts).drain();
  }

  /** Makes a transaction that can be turned back. */
  Exchange exchange(Consumer<Transaction> parts) {
    Batch batch = new Batch(this);
    parts.accept(batch);
    batch.close();
    return locked(() -> {
      List<Batch.Part> effective = batch.parts();
      return new Exchange(this, effective, apply(effective));
    });
  }

  /** Takes back what of {@code parts} is as they left it, the last first. */
  Exchange reverse(List<Batch.Part> parts) {
    return locked(() -> {
      List<Batch.Part> standing =
          parts.reversed().stream()
              .filter(part -> part.isArrival() == (part.commit().list() != null))
              .map(Batch.Part::reversed)
              .toList();
      return new Exchange(this, standing, apply(standing));
    });
  }

  /** Takes {@code commit} back unless it was, and returns the wait for those inside. */
  Drain withdraw(Committed commit) {
    return locked(() -> {
      if (commit.list() != null) {
        return apply(List.of(new Batch.Part(false, commit, commit.list())));
      }
      if (commit.drain() == null) {
        throw new IllegalStateException("withdrawn before its transaction was applied");
      }
      return commit.drain();
    });
  }

  /** Makes all {@code parts} as one generation, or none if one is refused. Holds: lock. */
  private Drain apply(List<Batch.Part> parts) {
    return apply(parts, PlugEvent.Kind.LEFT);
  }

  /** Makes all {@code parts} likewise; those that leave do so as {@code leaving}. Holds: lock. */
  private Drain apply(List<Batch.Part> parts, PlugEvent.Kind leaving) {
    if (parts.isEmpty()) {
      return new EpochDrain(0, () -> {});
    }
    truth.applyAll(parts.stream().map(Batch.Part::step).toList());
    Set<OperatorEntry> touched = new LinkedHashSet<>();
    parts.forEach(part -> touched.addAll(truth.touched(part.list().changes())));
    Drain drain = publish(touched);
    for (Batch.Part part : parts) {
      int operators = truth.touched(part.list().changes()).size();
      history.add(part.event(generation.get(), leaving, operators));
      part.made(drain);
      libraries.note(part);
    }
    if (parts.stream().anyMatch(part -> !part.isArrival())) {
      truth.prune(touched);
    }
    return drain;
  }

  /** Publishes new tables of {@code touched} as the next generation. Holds: lock. */
  private Drain publish(Collection<OperatorEntry> touched) {
    Drain drain = new EpochDrain(publication.publish(touched), publication::cut);
    generation.incrementAndGet();
    waits.wake();
    return drain;
  }

  // ---- failures

  /** Follows another policy from here on. */
  public void breaker(BreakerPolicy policy) {
    breaker.follow(policy);
  }

  private void failed(KernelFailure failure, Throwable thrown) {
    failures.add(failure, thrown);
    breaker.failed(failure);
  }

  /** Takes back what the bundle registered but for what defines operators: those are for all. */
  private Optional<Drain> cutOff(CircuitBreaker.Bundle bundle) {
    return locked(() -> {
      List<Batch.Part> parts = libraries.kernelsOf(bundle);
      return parts.isEmpty() ? Optional.empty() : Optional.of(apply(parts, PlugEvent.Kind.CUT_OFF));
    });
  }

  // ---- listeners and observers

  @Override
  public Registration listen(OperatorListener listener) {
    return locked(() -> {
      truth.listen(listener);
      return new Listening(() -> forget(listener));
    });
  }

  private Drain forget(OperatorListener listener) {
    return locked(() -> {
      truth.forget(listener);
      return new EpochDrain(0, () -> {}); // nobody is inside one: it is called under the lock
    });
  }

  @Override
  public Registration observe(CallObserver observer) {
    Observing observing = observers.observing(observer);
    return locked(() -> {
      if (observers.add(observing)) {
        publish(truth.all());
      }
      return new Listening(() -> forget(observing));
    });
  }

  private Drain forget(Observing observing) {
    return locked(() -> {
      return observers.remove(observing)
          ? publish(truth.all())
          : new EpochDrain(Epochs.advance(), publication::cut);
    });
  }

  // ---- reports

  @Override
  public long generation() {
    return generation.get();
  }

  @Override
  public List<PlugEvent> history() {
    return history.events();
  }

  @Override
  public List<OperatorEvent> history(OperatorName operator) {
    return operatorHistory.of(operator);
  }

  @Override
  public List<FailureReport> failures() {
    return failures.reports();
  }

  @Override
  public List<LibraryReport> libraries() {
    return locked(libraries::reports);
  }

  @Override
  public PrivateBackends privateBackends() {
    return privateBackends;
  }

  /** Returns in words who last left {@code key}, or an empty text if nobody did. */
  String departureOf(DispatchKey key) {
    return history.departureOf(key);
  }

  @Override
  public List<OperatorName> operators() {
    return locked(() -> truth.registered().stream().map(OperatorEntry::name).toList());
  }

  @Override
  public List<OperatorName> dangling() {
    return locked(() ->
        truth.registered().stream()
            .filter(entry -> entry.definition() == null)
            .map(OperatorEntry::name)
            .toList());
  }

  @Override
  public Optional<OperatorReport> report(OperatorName name) {
    return locked(() ->
        Optional.ofNullable(truth.find(name))
            .filter(OperatorEntry::isRegistered)
            .map(entry -> TableReports.whole(entry, entry.resolve(truth.fallbacks()))));
  }

  @Override
  public List<FallbackReport> fallbacks() {
    return locked(() -> truth.fallbacks().reports());
  }

  @Override
  public TableReport table(OperatorName name) {
    return locked(() -> {
      OperatorEntry entry = truth.find(name);
      if (entry == null || !entry.isRegistered()) {
        throw new NoSuchOperator(name, false, similarTo(name));
      }
      return TableReports.of(entry, entry.resolve(truth.fallbacks()), generation.get());
    });
  }

  /** Returns registered operators that share {@code name}'s base name, else those spelled alike. */
  List<String> similarTo(OperatorName name) {
    return SimilarOperators.to(name, operators());
  }
}
