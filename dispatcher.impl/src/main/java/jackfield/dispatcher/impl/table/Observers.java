package jackfield.dispatcher.impl.table;

import jackfield.kernel.CallWatch;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Resolution;
import jackfield.report.CallObserver;
import jackfield.schema.OperatorTags;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The observers of calls.
 *
 * <p><em>Threads</em>: changed under the dispatcher's lock, read by any thread.
 */
public final class Observers {
  private final BiConsumer<KernelFailure, Throwable> failures;
  private volatile List<Observing> all = List.of(); // replaced under the lock, never changed
  private final CallWatch observing = new Watch(true);
  private final CallWatch silent = new Watch(false);
  private final ThreadLocal<Boolean> isTelling = new ThreadLocal<>(); // set while an observer runs

  /** Creates an empty list; {@code failures} receives the failures of kernels. */
  public Observers(BiConsumer<KernelFailure, Throwable> failures) {
    this.failures = failures;
  }

  /** Returns the observers. */
  public List<Observing> all() {
    return all;
  }

  /** Returns a list with one more observer. */
  public List<Observing> with(Observing observer) {
    return Stream.concat(all.stream(), Stream.of(observer)).toList();
  }

  /** Returns a list without an observer. */
  public List<Observing> without(Observing observer) {
    return all.stream().filter(other -> other != observer).toList();
  }

  /** Replaces the observers; allocates nothing and cannot fail. */
  public void become(List<Observing> next) {
    all = next;
  }

  /** Returns the observers of a call that begins; none on a thread that runs an observer. */
  List<Observing> present() {
    return isTelling.get() != null ? List.of() : all;
  }

  /** Runs an observer's method; calls that it makes are not observed. */
  void tell(Runnable telling) {
    isTelling.set(true);
    try {
      telling.run();
    } finally {
      isTelling.remove();
    }
  }

  /** Wraps an observer without adding it. */
  public Observing observing(CallObserver observer, String owner) {
    return new Observing(this, observer, owner);
  }

  /** Returns the hooks for the table of an operator with these tags. */
  public CallWatch watch(List<Integer> tags) {
    return watch(all, tags);
  }

  /** Returns the hooks for a table that is built for {@code observers}. */
  public CallWatch watch(List<Observing> observers, List<Integer> tags) {
    return observers.isEmpty() || tags.contains(OperatorTags.NOT_OBSERVED) ? silent : observing;
  }

  /** The hooks of all tables that are observed, or of all others. */
  private final class Watch implements CallWatch {
    private final boolean isObserving;

    Watch(boolean isObserving) {
      this.isObserving = isObserving;
    }

    @Override
    public boolean isObserving() {
      return isObserving;
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
  }
}
