package jackfield.dispatcher.impl.table;

import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Wraps one observer: forwards notifications and catches its exceptions. */
public final class Observing {
  private static final System.Logger LOG = System.getLogger(Observing.class.getName());

  private final Observers all;
  private final CallObserver observer;
  private final String owner;
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  /** Wraps {@code observer}, which the bundle {@code owner} registered. */
  Observing(Observers all, CallObserver observer, String owner) {
    this.all = all;
    this.observer = observer;
    this.owner = owner;
  }

  /** A call that an observer was notified of; keeps its note until the call ends. */
  final class Told {
    private final ObservedCall call;
    private Object note;
    private boolean hasStarted;

    private Told(ObservedCall call) {
      this.call = call;
    }

    private void start() {
      note = observer.started(call);
      hasStarted = true;
    }

    boolean wantsOutputs() {
      return asks(observer::wantsOutputs);
    }

    void ended(List<Object> outputs) {
      pass(() -> observer.ended(call, note, observer.wantsOutputs() ? outputs : List.of()));
    }

    void failed(Throwable failure) {
      pass(() -> observer.failed(call, note, failure));
    }

    private void pass(Runnable telling) {
      if (hasStarted) { // otherwise it has already failed for this call
        tell(telling);
      }
    }
  }

  Told started(ObservedCall call) {
    Told told = new Told(call);
    tell(told::start);
    return told;
  }

  boolean wantsInputs() {
    return asks(observer::wantsInputs);
  }

  /** Asks the observer a question; an exception means no. */
  private boolean asks(BooleanSupplier question) {
    boolean[] answer = new boolean[1];
    tell(() -> answer[0] = question.getAsBoolean());
    return answer[0];
  }

  @SuppressWarnings("IllegalCatch") // the edge of an observer's bundle
  private void tell(Runnable telling) {
    try {
      all.tell(telling);
    } catch (Throwable failure) {
      if (hasFailed.compareAndSet(false, true)) {
        LOG.log(System.Logger.Level.WARNING, text(), failure);
      }
    }
  }

  private String text() {
    return """
    observer %s of %s threw; the call went on, and the observer stays
      try        its next failures are not logged: withdraw it, or fix this one\
    """
        .formatted(name(), owner);
  }

  private String name() {
    try {
      return observer.name();
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      return observer.getClass().getName();
    }
  }
}
