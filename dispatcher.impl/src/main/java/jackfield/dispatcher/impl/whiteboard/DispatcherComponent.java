package jackfield.dispatcher.impl.whiteboard;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.registry.OverrideWarnings;
import jackfield.dispatcher.impl.registry.OwnedDispatcher;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Holds the dispatcher, which {@link BundleDispatcher} publishes to each bundle. */
@Component(service = DispatcherComponent.class, immediate = true)
public final class DispatcherComponent {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Map<Long, OwnedDispatcher> owners = new ConcurrentHashMap<>(); // by bundle
  private final ExecutorService logging = logging();
  private final OverrideWarnings overrides = new OverrideWarnings(logging);
  private final Registration warnings = dispatcher.listen(overrides);

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
  public void leave() {
    warnings.close();
    logging.close();
  }

  public LocalDispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns what tells of bundles whose kernels override others. */
  public OverrideWarnings overrides() {
    return overrides;
  }

  /** Returns the commits that a bundle made through the service, if it uses it. */
  Optional<OwnedDispatcher> of(long bundle) {
    return Optional.ofNullable(owners.get(bundle));
  }

  /** Notes that a bundle uses the service. */
  void add(long bundle, OwnedDispatcher owner) {
    owners.put(bundle, owner);
  }

  void remove(long bundle, OwnedDispatcher owner) {
    boolean _ = owners.remove(bundle, owner);
  }
}
