package jackfield.dispatcher.impl;

import jackfield.dispatch.CallObserver;
import jackfield.dispatch.CallWatch;
import jackfield.dispatch.KernelFailure;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.OperatorTags;
import jackfield.dispatch.Resolution;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Who is told of calls.
 *
 * <p><em>Threads</em>: changed under the dispatcher's lock, read by any.
 */
final class Observers {
  private final BiConsumer<KernelFailure, Throwable> failures;
  private final CopyOnWriteArrayList<Observing> all = new CopyOnWriteArrayList<>();
  private final ThreadLocal<Boolean> isTelling = new ThreadLocal<>(); // an observer is running

  /** Creates an empty list; {@code failures} hears of the failures of kernels. */
  Observers(BiConsumer<KernelFailure, Throwable> failures) {
    this.failures = failures;
  }

  /** Adds an observer and returns whether it is the first. */
  boolean add(Observing observer) {
    all.add(observer);
    return all.size() == 1;
  }

  /** Removes an observer and returns whether it was the last. */
  boolean remove(Observing observer) {
    return all.remove(observer) && all.isEmpty();
  }

  /** Returns those to be told of a call that begins; nobody while an observer is running. */
  List<Observing> present() {
    return isTelling.get() != null ? List.of() : List.copyOf(all);
  }

  /** Runs what an observer does; its own calls are not observed. */
  void tell(Runnable telling) {
    isTelling.set(true);
    try {
      telling.run();
    } finally {
      isTelling.remove();
    }
  }

  /** Returns an observer that was not added yet. */
  Observing observing(CallObserver observer) {
    return new Observing(this, observer);
  }

  /** Returns what the tables of an operator with these tags ask, each time as they are then. */
  CallWatch of(Supplier<List<Integer>> tags) {
    return new CallWatch() {
      @Override
      public boolean isObserving() {
        return !all.isEmpty() && !tags.get().contains(OperatorTags.NOT_OBSERVED);
      }

      @Override
      public KernelFunction observed(Resolution resolution) {
        KernelFunction kernel = resolution.kernel();
        return resolution.reason() == Resolution.Reason.MISSING || kernel.isFallthrough()
            ? kernel
            : KernelFunction.boxed(new ObservedKernel(Observers.this, kernel));
      }

      @Override
      public void failed(KernelFailure failure, Throwable thrown) {
        failures.accept(failure, thrown);
      }
    };
  }
}
