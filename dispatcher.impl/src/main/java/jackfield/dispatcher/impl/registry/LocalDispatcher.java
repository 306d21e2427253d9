package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.operator.History;
import jackfield.dispatcher.impl.operator.NamedOperator;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.operator.SimilarOperators;
import jackfield.dispatcher.impl.operator.TableReports;
import jackfield.dispatcher.impl.table.BreakerPolicy;
import jackfield.dispatcher.impl.table.CircuitBreaker;
import jackfield.dispatcher.impl.table.FailureLog;
import jackfield.dispatcher.impl.table.Observers;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.key.PrivateBackends;
import jackfield.report.CallObserver;
import jackfield.report.FailureReport;
import jackfield.report.FallbackReport;
import jackfield.report.LibraryReport;
import jackfield.report.OperatorEvent;
import jackfield.report.OperatorListener;
import jackfield.report.OperatorReport;
import jackfield.report.PlugEvent;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The dispatcher. It needs no OSGi framework: {@code new LocalDispatcher()} is one.
 *
 * <p>Dispatch tables are computed from the registrations and are immutable. One lock serialises
 * writers ({@link Commits}); a commit is published as one epoch ({@link Epochs}). Calls take no
 * lock.
 */
public final class LocalDispatcher implements Dispatcher {
  /** Keys that calls skip while no kernel is registered; C10 has fallthrough fallbacks there. */
  private static final DispatchKeySet TRANSPARENT =
      KeySets.DEFAULT_INCLUDED
          .or(KeySets.AUTOGRAD)
          .or(KeySets.AUTOCAST)
          .or(KeySets.BACKENDS)
          .add(DispatchKey.PROFILER);

  private final ReentrantLock lock = new ReentrantLock();
  private final PrivateBackends privateBackends = new PrivateBackends();
  private final Observers observers = new Observers(this::failed); // changed under lock
  private final History history = new History();
  private final OperatorHistory operatorHistory = new OperatorHistory();
  private final Listeners listeners = new Listeners(lock);
  private final FailureLog failures = new FailureLog();
  private final CircuitBreaker breaker;
  private final Registry registry; // guarded by lock
  private final Publication publication; // guarded by lock
  private final KernelWaits waits;
  private final Commits commits; // guarded by lock
  private final Subscriptions subscriptions;

  /** Creates a dispatcher whose calls skip cross-cutting keys without kernels. */
  public LocalDispatcher() {
    this(TRANSPARENT);
  }

  /** Creates a dispatcher that withdraws the kernels of bundles that fail too often. */
  public LocalDispatcher(BreakerPolicy policy) {
    this(TRANSPARENT, policy);
  }

  /** Creates a dispatcher whose calls skip {@code transparent} keys without kernels. */
  public LocalDispatcher(DispatchKeySet transparent) {
    this(transparent, BreakerPolicy.OFF);
  }

  /** Creates a dispatcher that also withdraws the kernels of bundles that fail too often. */
  public LocalDispatcher(DispatchKeySet transparent, BreakerPolicy policy) {
    this(transparent, policy, FaultPoint.NONE);
  }

  /** Creates a dispatcher whose commits tests can make fail at each step. */
  LocalDispatcher(FaultPoint faults) {
    this(TRANSPARENT, BreakerPolicy.OFF, faults);
  }

  private LocalDispatcher(DispatchKeySet transparent, BreakerPolicy policy, FaultPoint faults) {
    breaker = new CircuitBreaker(policy, this::cutOff);
    registry = new Registry(transparent, new CallReports(this), observers);
    publication = new Publication(lock, registry, faults);
    waits = new KernelWaits(lock, registry);
    commits =
        new Commits(registry, publication, waits, listeners, history, operatorHistory, faults);
    subscriptions = new Subscriptions(lock, registry, listeners, observers, commits, publication);
  }

  /** Runs {@code action} under the lock and returns its result. */
  public <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** Makes a change under the lock, then notifies listeners without it. */
  private <T> T changed(Supplier<T> change) {
    T made = locked(change);
    listeners.tell();
    return made;
  }

  // ---- operators

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return locked(() -> {
      OperatorEntry entry = registry.entry(type.name());
      entry.state().signatures().requireCallable(type);
      @SuppressWarnings("unchecked") // made by this type
      O typed = (O) handle(entry, type, type::create);
      return typed;
    });
  }

  @Override
  public Operator operator(String name) {
    OperatorName parsed = OperatorName.parse(name);
    return locked(() -> named(defined(parsed)));
  }

  /** Returns the boxed handle of an operator. Holds: lock. */
  private Operator named(OperatorEntry entry) {
    return handle(entry, null, () -> new NamedOperator(entry.name()));
  }

  private Operator handle(
      OperatorEntry entry, OperatorType<?, ?, ?> type, Supplier<? extends Operator> making) {
    Operator present = entry.handle(type);
    return present != null ? present : publication.addHandle(entry, making);
  }

  /** Returns the entry of an operator that is defined. Holds: lock. */
  private OperatorEntry defined(OperatorName name) {
    OperatorEntry entry = registry.find(name);
    if (entry == null || entry.state().definition() == null) {
      throw new NoSuchOperator(name, registry.registered(name) != null, similarTo(name));
    }
    return entry;
  }

  @Override
  public Optional<Operator> find(OperatorName name) {
    return locked(() ->
        Optional.ofNullable(registry.find(name))
            .filter(entry -> entry.state().isRegistered())
            .map(this::named));
  }

  @Override
  public HeldKernel hold(OperatorName name, DispatchKey key) {
    return locked(() -> {
      OperatorEntry entry = defined(name);
      return Holding.of(registry, entry, named(entry), key);
    });
  }

  @Override
  public void awaitOperator(OperatorName name, Duration deadline) {
    waits.awaitOperator(name, deadline);
  }

  @Override
  public void awaitKernel(OperatorName name, DispatchKey key, Duration deadline) {
    waits.awaitKernel(name, key, deadline);
  }

  /** Returns the waits for operators and kernels that are not registered yet. */
  public KernelWaits waits() {
    return waits;
  }

  // ---- changes

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    LocalTransaction transaction = new LocalTransaction(this);
    Registration handle = transaction.commit(provenance, changes);
    transaction.close();
    LocalTransaction _ =
        changed(() -> apply(LocalDispatcher::nothing, transaction, Participant.NONE));
    return handle;
  }

  @Override
  public Drain transaction(Consumer<Transaction> parts) {
    return apply(parts, LocalDispatcher::nothing, Participant.NONE).drain();
  }

  /**
   * Applies a transaction as one generation, together with {@code participant}.
   *
   * @param parts fills the transaction before the lock is taken: it may call foreign code
   * @param late adds parts under the lock, where the registry does not change; they are applied
   *     first
   * @return the transaction, which can be reversed
   */
  public LocalTransaction apply(
      Consumer<Transaction> parts, Consumer<Transaction> late, Participant participant) {
    LocalTransaction transaction = filled(parts);
    return changed(() -> apply(late, transaction, participant));
  }

  private static void nothing(Transaction transaction) {}

  private LocalTransaction filled(Consumer<Transaction> parts) {
    LocalTransaction transaction = new LocalTransaction(this);
    parts.accept(transaction);
    transaction.close();
    return transaction;
  }

  /** Applies {@code transaction} after the parts that {@code late} adds. Holds: lock. */
  private LocalTransaction apply(
      Consumer<Transaction> late, LocalTransaction transaction, Participant participant) {
    LocalTransaction settled = transaction.settledAfter(filled(late));
    Drain drain = commit(settled.parts(), participant);
    settled.applied(drain, commits.generation());
    return settled;
  }

  /** Reverses the parts of {@code applied} that still stand, the last first. */
  LocalTransaction reverse(
      LocalTransaction applied, Consumer<Transaction> late, Participant participant) {
    return changed(() -> {
      LocalTransaction reversed = new LocalTransaction(this);
      reversed.addReversed(applied);
      reversed.close();
      return apply(late, reversed, participant);
    });
  }

  /** Withdraws a commit unless it is withdrawn, and returns the wait for the calls inside. */
  Drain withdraw(CommitHandle handle) {
    return changed(() -> {
      if (handle.isRegistered()) {
        return commit(List.of(handle.withdrawal()), Participant.NONE);
      }
      if (handle.drain() == null) {
        throw new IllegalStateException("withdrawn before its transaction was applied");
      }
      return handle.drain();
    });
  }

  private Drain commit(List<LocalTransaction.Part> parts, Participant participant) {
    return commits.apply(parts, PlugEvent.Kind.UNPLUGGED, participant);
  }

  // ---- failures

  /** Sets the policy of the circuit breaker. */
  public void breaker(BreakerPolicy policy) {
    breaker.follow(policy);
  }

  private void failed(KernelFailure failure, Throwable thrown) {
    failures.add(failure, thrown);
    breaker.failed(failure);
  }

  /** Withdraws all commits of a bundle but those that define operators, which others use. */
  private Optional<Drain> cutOff(CircuitBreaker.Bundle bundle) {
    return changed(() -> {
      List<LocalTransaction.Part> parts = commits.libraries().kernelsOf(bundle);
      return parts.isEmpty()
          ? Optional.empty()
          : Optional.of(commits.apply(parts, PlugEvent.Kind.CUT_OFF, Participant.NONE));
    });
  }

  // ---- listeners and observers

  @Override
  public Registration listen(OperatorListener listener) {
    return listen(listener, listener.getClass().getName());
  }

  /** Adds a listener; the log names {@code owner} if it fails. */
  Registration listen(OperatorListener listener, String owner) {
    return subscriptions.listen(listener, owner);
  }

  /** Waits until listeners were notified of the commits so far. */
  public void awaitTold() {
    listeners.awaitTold();
  }

  @Override
  public Registration observe(CallObserver observer) {
    return observe(observer, observer.getClass().getName());
  }

  /** Tells an observer that belongs to {@code owner}, as failures are logged. */
  Registration observe(CallObserver observer, String owner) {
    return subscriptions.observe(observer, owner);
  }

  // ---- reports

  @Override
  public long generation() {
    return commits.generation();
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
    return locked(() -> commits.libraries().reports());
  }

  @Override
  public PrivateBackends privateBackends() {
    return privateBackends;
  }

  /** Returns which bundle last withdrew kernels at {@code key}, as text; empty if none did. */
  String departureOf(DispatchKey key) {
    return history.departureOf(key);
  }

  @Override
  public List<OperatorName> operators() {
    return locked(() -> registry.registered().stream().map(OperatorState::name).toList());
  }

  /**
   * Returns the operators in use: those of which a caller holds a handle. Only they have tables, so
   * only their kernels were made.
   */
  public List<OperatorName> operatorsInUse() {
    return locked(() ->
        registry.all().stream().filter(OperatorEntry::isHeld).map(OperatorEntry::name).toList());
  }

  @Override
  public List<OperatorName> dangling() {
    return locked(() ->
        registry.registered().stream()
            .filter(operator -> operator.definition() == null)
            .map(OperatorState::name)
            .toList());
  }

  @Override
  public Optional<OperatorReport> report(OperatorName name) {
    return locked(() ->
        Optional.ofNullable(registry.registered(name))
            .map(operator -> TableReports.whole(operator, registry.resolve(registry.find(name)))));
  }

  @Override
  public List<FallbackReport> fallbacks() {
    return locked(() -> registry.fallbacks().reports());
  }

  @Override
  public TableReport table(OperatorName name) {
    return locked(() -> {
      OperatorState operator = registry.registered(name);
      if (operator == null) {
        throw new NoSuchOperator(name, false, similarTo(name));
      }
      Resolution[] resolutions = registry.resolve(registry.find(name)).resolutions();
      return TableReports.of(operator, resolutions, commits.generation());
    });
  }

  /** Returns registered operators that share {@code name}'s base name, else those spelled alike. */
  List<String> similarTo(OperatorName name) {
    return SimilarOperators.to(name, operators());
  }
}
