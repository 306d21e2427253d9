package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.AwaitTimedOut;
import jackfield.dispatcher.impl.operator.Deadline;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets threads wait for operators and kernels that are not registered yet.
 *
 * <p><em>Threads</em>: safe for all; takes the dispatcher's lock.
 */
public final class KernelWaits {
  private final ReentrantLock lock;
  private final Registry registry;
  private final WaitingThreads waiting;
  private final ExpectedKernels expected = new ExpectedKernels();

  KernelWaits(ReentrantLock lock, Registry registry) {
    this.lock = lock;
    this.registry = registry;
    this.waiting = new WaitingThreads(lock);
  }

  /** Wakes all waiting threads. Holds: lock. */
  void wake() {
    waiting.wake();
  }

  void awaitOperator(OperatorName name, Duration deadline) {
    Deadline.given("Dispatcher.awaitOperator", deadline);
    if (!waiting.await(deadline, () -> isRegistered(name))) {
      throw new AwaitTimedOut(name, null, deadline);
    }
  }

  private boolean isRegistered(OperatorName name) {
    return registry.registered(name) != null;
  }

  void awaitKernel(OperatorName name, DispatchKey key, Duration deadline) {
    Deadline.given("Dispatcher.awaitKernel", deadline);
    DispatchKey exact = key == null ? DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD : key;
    lock.lock();
    try {
      registry.leaveBehind(registry.entry(name));
      if (!waiting.await(deadline, () -> isRegistered(name, exact))) {
        throw new AwaitTimedOut(name, exact, deadline);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isRegistered(OperatorName name, DispatchKey exact) {
    return registry.entry(name).state().kernels().first(exact) != null;
  }

  /** Expects kernels at the operators and keys of {@code gone} until the handle is closed. */
  public Expectation expect(List<KernelRegistration> gone, Duration limit) {
    return expected.expect(gone, limit);
  }

  /** Waits for an expected kernel, and returns whether it was registered. */
  boolean awaitExpected(OperatorName name, DispatchKey key) {
    return expected
        .limit(name, key)
        .filter(limit -> waiting.await(limit, () -> isServed(name, key)))
        .isPresent();
  }

  /** Returns whether a call would find a kernel. Holds: lock. */
  private boolean isServed(OperatorName name, DispatchKey key) {
    OperatorEntry entry = registry.find(name);
    return entry != null
        && registry.resolve(entry).resolution(key.tableIndex()).reason().isServed();
  }
}
