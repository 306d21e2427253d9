package jackfield.dispatcher.impl;

import jackfield.dispatch.CallObserver;
import jackfield.dispatch.Changes;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.FailureReport;
import jackfield.dispatch.FallbackReport;
import jackfield.dispatch.HeldKernel;
import jackfield.dispatch.JackfieldThread;
import jackfield.dispatch.LibraryReport;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Publishes the dispatcher; it has no references, so that features may need it when they start. */
@Component(
    service = {Dispatcher.class, DispatcherComponent.class},
    immediate = true)
public final class DispatcherComponent implements Dispatcher {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final ExecutorService logging = logging();
  private final Registration warnings = dispatcher.listen(new OverrideWarnings(logging));

  /** Creates the component; called by Declarative Services. */
  @Activate
  public DispatcherComponent() {}

  /** Returns a thread that is there while there is something to log. */
  private static ExecutorService logging() {
    ThreadFactory threads =
        task -> {
          Thread thread = new JackfieldThread("jackfield-dispatcher-log", task);
          thread.setDaemon(true);
          return thread;
        };
    var one =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /** Logs what is still to be logged; called by Declarative Services. */
  @Deactivate
  void leave() {
    warnings.close();
    logging.close();
  }

  LocalDispatcher dispatcher() {
    return dispatcher;
  }

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return dispatcher.operator(type);
  }

  @Override
  public Operator operator(String name) {
    return dispatcher.operator(name);
  }

  @Override
  public Optional<Operator> find(OperatorName name) {
    return dispatcher.find(name);
  }

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    return dispatcher.commit(provenance, changes);
  }

  @Override
  public Drain transaction(Consumer<Transaction> parts) {
    return dispatcher.transaction(parts);
  }

  @Override
  public long generation() {
    return dispatcher.generation();
  }

  @Override
  public List<PlugEvent> history() {
    return dispatcher.history();
  }

  @Override
  public List<OperatorEvent> history(OperatorName operator) {
    return dispatcher.history(operator);
  }

  @Override
  public List<FailureReport> failures() {
    return dispatcher.failures();
  }

  @Override
  public List<LibraryReport> libraries() {
    return dispatcher.libraries();
  }

  @Override
  public List<OperatorName> operators() {
    return dispatcher.operators();
  }

  @Override
  public HeldKernel hold(OperatorName operator, DispatchKey key) {
    return dispatcher.hold(operator, key);
  }

  @Override
  public void awaitOperator(OperatorName operator, Duration deadline) {
    dispatcher.awaitOperator(operator, deadline);
  }

  @Override
  public void awaitKernel(OperatorName operator, DispatchKey key, Duration deadline) {
    dispatcher.awaitKernel(operator, key, deadline);
  }

  @Override
  public PrivateBackends privateBackends() {
    return dispatcher.privateBackends();
  }

  @Override
  public Registration listen(OperatorListener listener) {
    return dispatcher.listen(listener);
  }

  @Override
  public Registration observe(CallObserver observer) {
    return dispatcher.observe(observer);
  }

  @Override
  public List<OperatorName> dangling() {
    return dispatcher.dangling();
  }

  @Override
  public Optional<OperatorReport> report(OperatorName name) {
    return dispatcher.report(name);
  }

  @Override
  public List<FallbackReport> fallbacks() {
    return dispatcher.fallbacks();
  }

  @Override
  public TableReport table(OperatorName name) {
    return dispatcher.table(name);
  }
}
