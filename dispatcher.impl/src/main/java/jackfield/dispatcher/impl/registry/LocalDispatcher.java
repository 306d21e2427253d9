package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherClosed;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.operator.History;
import jackfield.dispatcher.impl.operator.OperatorHistory;
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
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
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
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The dispatcher. It needs no OSGi framework: {@code new LocalDispatcher()} is one.
 *
 * <p>Dispatch tables are computed from the registrations and are immutable. One lock serialises
 * writers ({@link Commits}); a commit is published as one epoch ({@link Epochs}). Calls take no
 * lock.
 */
public final class LocalDispatcher implements Dispatcher {
  private final ReentrantLock lock = new ReentrantLock();
  private final PrivateBackends privateBackends = new PrivateBackends();
  private final Observers observers = new Observers(this::failed); // changed under lock
  private final History history = new History();
  private final OperatorHistory operatorHistory; // guarded by lock
  private final Listeners listeners = new Listeners(lock);
  private final FailureLog failures = new FailureLog();
  private final CircuitBreaker breaker;
  private final Registry registry; // guarded by lock
  private final Publication publication; // guarded by lock
  private final KernelWaits waits;
  private final Commits commits; // guarded by lock
  private final Transactions transactions;
  private final Subscriptions subscriptions;
  private final RegistryReports reports; // called under lock
  private final RegistryView view;
  private final OperatorHandles handles; // called under lock
  private volatile boolean isEnding;
  private volatile boolean isClosed;

  /** Creates a dispatcher whose calls skip cross-cutting keys without kernels. */
  public LocalDispatcher() {
    this(Registry.TRANSPARENT);
  }

  /** Creates a dispatcher whose calls skip {@code transparent} keys without kernels. */
  public LocalDispatcher(DispatchKeySet transparent) {
    this(transparent, FaultPoint.NONE);
  }

  /** Creates a dispatcher whose commits tests can make fail at each step. */
  LocalDispatcher(FaultPoint faults) {
    this(Registry.TRANSPARENT, faults);
  }

  private LocalDispatcher(DispatchKeySet transparent, FaultPoint faults) {
    registry = new Registry(transparent, new CallReports(this), observers);
    operatorHistory = new OperatorHistory(registry::find);
    publication = new Publication(lock, registry, operatorHistory, faults);
    waits = new KernelWaits(lock, registry);
    commits =
        new Commits(registry, publication, waits, listeners, history, operatorHistory, faults);
    transactions = new Transactions(lock, commits, listeners);
    breaker = new CircuitBreaker(BreakerPolicy.OFF, transactions::cutOff);
    reports = new RegistryReports(registry, operatorHistory);
    view = new RegistryView(lock, registry, reports);
    handles = new OperatorHandles(registry, publication, reports);
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

  /**
   * Closes the dispatcher: its bundle stops, and then classes can no longer be loaded that an
   * answer would need. Later requests and calls throw {@link DispatcherClosed}, which is loaded
   * here.
   */
  public void close() {
    DispatcherClosed _ = new DispatcherClosed("close");
    isClosed = true;
  }

  /**
   * Tells that the platform stops. Its bundles withdraw their operators and kernels one by one; a
   * call that finds none any more throws {@link DispatcherClosed}.
   */
  public void ending() {
    isEnding = true;
  }

  /** Throws {@link DispatcherClosed} after {@link #ending} or {@link #close}. */
  void requireLasting(Object asked) {
    if (isEnding || isClosed) {
      throw new DispatcherClosed(asked.toString());
    }
  }

  /** Returns this; throws {@link DispatcherClosed} after {@link #close}. */
  LocalDispatcher open(Object asked) {
    if (isClosed) {
      throw new DispatcherClosed(asked.toString());
    }
    return this;
  }

  // ---- operators

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return defined(type.name(), () -> handles.typed(type));
  }

  @Override
  public Operator operator(String name) {
    OperatorName parsed = OperatorName.parse(name);
    return defined(parsed, () -> handles.boxed(parsed));
  }

  private <O extends Operator> O defined(OperatorName name, Supplier<O> handle) {
    try {
      return locked(handle);
    } catch (NoSuchOperator none) {
      requireLasting(name);
      throw none;
    }
  }

  @Override
  public Optional<Operator> find(OperatorName name) {
    return locked(() -> handles.find(name));
  }

  @Override
  public HeldKernel hold(OperatorName name, DispatchKey key) {
    return locked(() -> handles.hold(name, key));
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
    return transactions.commit(provenance, changes);
  }

  @Override
  public Drain transaction(Consumer<Transaction> parts) {
    return transactions.apply(parts).drain();
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
    return transactions.apply(parts, late, participant);
  }

  // ---- failures

  /** Sets the policy of the circuit breaker, which is off at first. */
  public void breaker(BreakerPolicy policy) {
    breaker.follow(policy);
  }

  private void failed(KernelFailure failure, Throwable thrown) {
    failures.add(failure, thrown);
    breaker.failed(failure);
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
    return locked(() -> operatorHistory.of(operator));
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

  /** Returns the registrations as the bundle's own parts read them. */
  public RegistryView registrations() {
    return view;
  }

  /** Returns the event in which a bundle last withdrew the operator's kernel at {@code key}. */
  Optional<PlugEvent> withdrawalOf(OperatorName operator, DispatchKey key) {
    Set<Provenance> withdrawn =
        history(operator).stream()
            .filter(event -> !event.isRegistration() && event.key().equals(Optional.of(key)))
            .map(OperatorEvent::provenance)
            .collect(Collectors.toSet());
    return history.withdrawalOf(key, withdrawn);
  }

  @Override
  public List<OperatorName> operators() {
    return locked(reports::operators);
  }

  @Override
  public List<OperatorName> dangling() {
    return locked(reports::dangling);
  }

  @Override
  public Optional<OperatorReport> report(OperatorName name) {
    return locked(() -> reports.operator(name));
  }

  @Override
  public List<FallbackReport> fallbacks() {
    return locked(() -> registry.fallbacks().reports());
  }

  @Override
  public TableReport table(OperatorName name) {
    return locked(() -> reports.table(name, commits.generation()));
  }
}
