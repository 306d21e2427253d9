package jackfield.dispatcher.impl.table;

import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** One observer: passes on what it is told, and keeps to itself what it throws. */
public final class Observing {
  private static final System.Logger LOG = System.getLogger(Observing.class.getName());

  private final Observers all;
  private final CallObserver observer;
  private final String owner;
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  /** Creates what tells {@code observer}, which a bundle named {@code owner} brought. */
  Observing(Observers all, CallObserver observer, String owner) {
    this.all = all;
    this.observer = observer;
    this.owner = owner;
  }

  /** What an observer was told when a call began, to go on from there when it is over. */
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
      if (hasStarted) { // else it has failed at this call already
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

  /** Asks the observer a question, whose answer is no if it throws. */
  private boolean asks(BooleanSupplier question) {
    boolean[] answer = new boolean[1];
    tell(() -> answer[0] = question.getAsBoolean());
    return answer[0];
  }

  @SuppressWarnings("IllegalCatch") // here ends an observer's bundle, and its failures with it
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
      try        its next failures are not logged: withdraw it, or see to this one\
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
