package jackfield.dispatcher.impl;

import jackfield.dispatch.CallObserver;
import jackfield.dispatch.Changes;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.FailureReport;
import jackfield.dispatch.FallbackReport;
import jackfield.dispatch.HeldKernel;
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
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Publishes the dispatcher; it has no references, so that features may need it when they start. */
@Component(
    service = {Dispatcher.class, DispatcherComponent.class},
    immediate = true)
public final class DispatcherComponent implements Dispatcher {
  private final LocalDispatcher dispatcher = new LocalDispatcher();

  /** Creates the component; called by Declarative Services. */
  @Activate
  public DispatcherComponent() {
    dispatcher.listen(new OverrideWarnings()); // for as long as there is the dispatcher
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
