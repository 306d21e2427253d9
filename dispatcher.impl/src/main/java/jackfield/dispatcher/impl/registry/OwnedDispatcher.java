package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.context.DispatchContext;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
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
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The dispatcher as one bundle sees it. When the bundle releases the service, the commits,
 * listeners and observers that it added are withdrawn.
 *
 * <p><em>Threads</em>: safe for all.
 */
public class OwnedDispatcher implements Dispatcher {
  private static final System.Logger LOG = System.getLogger(OwnedDispatcher.class.getName());

  private final LocalDispatcher dispatcher;
  private final String owner;
  private final Runnable afterCommit;
  private final Set<Registration> hearing = ConcurrentHashMap.newKeySet();
  // Guarded by the dispatcher's lock; replaced, never modified. Weak: the dispatcher references a
  // registered commit, and a transaction one that it can restore.
  private Set<CommitHandle> commits = Set.of();
  private boolean hasLeft; // guarded by the dispatcher's lock

  /** Creates the dispatcher of bundle {@code owner}; {@code afterCommit} runs after each commit. */
  public OwnedDispatcher(LocalDispatcher dispatcher, String owner, Runnable afterCommit) {
    this.dispatcher = dispatcher;
    this.owner = owner;
    this.afterCommit = afterCommit;
  }

  /** Returns the registered commits. */
  public List<CommitHandle> standing() {
    return dispatcher.locked(
        () -> commits.stream().filter(commit -> commit.isRegistered()).toList());
  }

  /** Throws after the bundle has released the service. Holds: the lock. */
  private boolean requireUse() {
    if (hasLeft) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.SERVICE_GONE,
          owner,
          "expected a bundle that uses the dispatcher, found that it has given it back; get the"
              + " service again");
    }
    return true;
  }

  /** Returns the participant that records the commits in {@code made}. */
  private Participant owning(Collection<CommitHandle> made) {
    return () -> {
      boolean _ = requireUse();
      Set<CommitHandle> next = Collections.newSetFromMap(new WeakHashMap<>());
      next.addAll(commits);
      next.addAll(made);
      return drain -> commits = next;
    };
  }

  /**
   * Withdraws all commits as one generation and waits for the calls inside. Later commits,
   * listeners and observers of this bundle are refused.
   */
  public void takeBack() {
    boolean _ = dispatcher.locked(() -> hasLeft = true);
    Drain drain =
        dispatcher
            .apply(
                parts -> {},
                late -> standing().forEach(commit -> late.withdraw(commit)),
                Participant.NONE)
            .drain();
    hearing.forEach(this::closeQuietly);
    if (DispatchContext.current().epoch() == 0 && !drain.awaitUninterruptibly(Drain.DEADLINE)) {
      LOG.log(System.Logger.Level.WARNING, () -> owner + " was stopped; " + inside(drain));
    }
  }

  /** Closes a registration; a failure does not affect the others. */
  private void closeQuietly(Registration registration) {
    try {
      registration.close();
    } catch (RuntimeException | Error thrown) {
      LOG.log(
          System.Logger.Level.WARNING, owner + ": a listener or observer was not removed", thrown);
    }
  }

  private static String inside(Drain drain) {
    return drain.inside().stream()
        .map(Drain.Inside::text)
        .collect(Collectors.joining("; ", "calls are inside its kernels: ", ""));
  }

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    LocalDispatcher _ = dispatcher.open("commit"); // before the class of the lambda is loaded
    Registration[] made = new Registration[1];
    Drain _ = transaction(parts -> made[0] = parts.commit(provenance, changes));
    return made[0];
  }

  @Override
  public Drain transaction(Consumer<Transaction> parts) {
    Set<CommitHandle> made = new LinkedHashSet<>();
    LocalTransaction applied =
        dispatcher
            .open("commit")
            .apply(
                transaction -> parts.accept(new Recording(transaction, made)),
                late -> {},
                owning(made));
    runAfterCommit();
    return applied.drain();
  }

  /** A failure here does not affect the commit, which is published. */
  private void runAfterCommit() {
    try {
      afterCommit.run();
    } catch (RuntimeException | Error thrown) {
      LOG.log(
          System.Logger.Level.WARNING,
          owner + ": the action after a commit failed; the commit is valid",
          thrown);
    }
  }

  /** Forwards to a transaction and records its commits. */
  private record Recording(Transaction target, Set<CommitHandle> made) implements Transaction {
    @Override
    public Registration commit(Provenance provenance, Consumer<Changes> changes) {
      Registration commit = target.commit(provenance, changes);
      made.add((CommitHandle) commit);
      return commit;
    }

    @Override
    public Transaction withdraw(Registration registration) {
      target.withdraw(registration);
      return this;
    }
  }

  @Override
  public Registration listen(OperatorListener listener) {
    return heard(dispatcher.open("listen").listen(listener, owner));
  }

  @Override
  public Registration observe(CallObserver observer) {
    return heard(dispatcher.open("observe").observe(observer, owner));
  }

  private Registration heard(Registration registration) {
    hearing.add(registration);
    try {
      boolean _ = dispatcher.locked(this::requireUse);
    } catch (RegistrationRefused late) { // perhaps after the other registrations were closed
      hearing.remove(registration);
      registration.close();
      throw late;
    }
    return () -> {
      hearing.remove(registration);
      return registration.withdraw();
    };
  }

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return dispatcher.open(type.name()).operator(type);
  }

  @Override
  public Operator operator(String name) {
    return dispatcher.open(name).operator(name);
  }

  @Override
  public Optional<Operator> find(OperatorName name) {
    return dispatcher.open(name).find(name);
  }

  @Override
  public long generation() {
    return dispatcher.open("generation").generation();
  }

  @Override
  public List<PlugEvent> history() {
    return dispatcher.open("history").history();
  }

  @Override
  public List<OperatorEvent> history(OperatorName operator) {
    return dispatcher.open("history").history(operator);
  }

  @Override
  public List<FailureReport> failures() {
    return dispatcher.open("failures").failures();
  }

  @Override
  public List<LibraryReport> libraries() {
    return dispatcher.open("libraries").libraries();
  }

  @Override
  public List<OperatorName> operators() {
    return dispatcher.open("operators").operators();
  }

  @Override
  public HeldKernel hold(OperatorName operator, DispatchKey key) {
    return dispatcher.open("hold").hold(operator, key);
  }

  @Override
  public void awaitOperator(OperatorName operator, Duration deadline) {
    dispatcher.open("awaitOperator").awaitOperator(operator, deadline);
  }

  @Override
  public void awaitKernel(OperatorName operator, DispatchKey key, Duration deadline) {
    dispatcher.open("awaitKernel").awaitKernel(operator, key, deadline);
  }

  @Override
  public PrivateBackends privateBackends() {
    return dispatcher.open("privateBackends").privateBackends();
  }

  @Override
  public List<OperatorName> dangling() {
    return dispatcher.open("dangling").dangling();
  }

  @Override
  public Optional<OperatorReport> report(OperatorName name) {
    return dispatcher.open("report").report(name);
  }

  @Override
  public List<FallbackReport> fallbacks() {
    return dispatcher.open("fallbacks").fallbacks();
  }

  @Override
  public TableReport table(OperatorName name) {
    return dispatcher.open("table").table(name);
  }
}
