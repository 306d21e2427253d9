package jackfield.feature.profiler;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Profiler;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Starts and ends recordings. A recording is a fallback at the key Profiler. Without a fallback the
 * key is transparent in all tables, so an idle profiler costs nothing.
 */
@Component(
    service = {Profiler.class, Feature.class},
    immediate = true)
public final class ProfilerComponent implements Profiler, Feature {
  private final Dispatcher dispatcher;
  private Recorded current; // null without a recording; guarded by this

  /** Creates the component; called by Declarative Services. */
  @Activate
  public ProfilerComponent(@Reference Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public String name() {
    return "profiler";
  }

  /** Registers nothing: there is a kernel at key Profiler during a recording only. */
  @Override
  public void register(KernelRegistrar kernels) {
    // See start().
  }

  @Override
  public synchronized Recording start() {
    if (current != null) {
      throw new IllegalStateException("a recording is running; close it before the next");
    }
    Ledger ledger = new Ledger();
    KernelFunction recorder = KernelFunction.boxed(new Recorder(ledger));
    Registration registration =
        dispatcher.commit(
            Provenance.of("feature.profiler"),
            changes -> changes.fallback(DispatchKey.PROFILER, recorder));
    current = new Recorded(ledger, registration);
    return current;
  }

  private synchronized void end(Recorded recording) {
    if (current == recording) {
      current = null;
    }
  }

  /** Ends a running recording; called by Declarative Services. */
  @Deactivate
  public void close() {
    Recorded open;
    synchronized (this) {
      open = current;
    }
    if (open != null) {
      open.close();
    }
  }

  private final class Recorded implements Recording {
    private final Ledger ledger;
    private final Registration registration;

    Recorded(Ledger ledger, Registration registration) {
      this.ledger = ledger;
      this.registration = registration;
    }

    @Override
    public List<Cost> costs() {
      return ledger.costs();
    }

    @Override
    public void close() {
      registration.close();
      end(this);
    }
  }
}
