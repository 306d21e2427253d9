package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.kernel.NoSuchOperator;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The registrations of a dispatcher for the parts of its bundle: checks, reports and errors. It
 * makes no table and no kernel.
 *
 * <p><em>Threads</em>: safe for all; each method takes the dispatcher's lock.
 */
public final class RegistryView {
  private final ReentrantLock lock; // of the dispatcher
  private final Registry registry; // guarded by lock, as is the next field
  private final RegistryReports reports;

  RegistryView(ReentrantLock lock, Registry registry, RegistryReports reports) {
    this.lock = lock;
    this.registry = registry;
    this.reports = reports;
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the registrations of all operators, without their tables. */
  public List<OperatorState> all() {
    return locked(registry::registered);
  }

  /** Returns the registrations of an operator, without its table; empty if it has none. */
  public Optional<OperatorState> of(OperatorName name) {
    return locked(() -> Optional.ofNullable(registry.registered(name)));
  }

  /**
   * Returns the operators in use: those of which a caller holds a handle. Only they have tables, so
   * only their kernels were made.
   */
  public List<OperatorName> operatorsInUse() {
    return locked(reports::operatorsInUse);
  }

  /** Returns the error for an operator that is not defined. */
  NoSuchOperator missing(OperatorName name) {
    return locked(() -> reports.missing(name));
  }
}
