package jackfield.dispatcher.impl.whiteboard;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.registry.OverrideWarnings;
import jackfield.dispatcher.impl.registry.OwnedDispatcher;
import jackfield.parallel.Parallel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Holds the one dispatcher; {@link BundleDispatcher} publishes it to each bundle. */
@Component(service = DispatcherComponent.class, immediate = true)
public final class DispatcherComponent {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Map<Long, OwnedDispatcher> owners = new ConcurrentHashMap<>(); // by bundle
  private final ExecutorService logging = logging();
  private final OverrideWarnings overrides = new OverrideWarnings(logging);
  private final Registration warnings = dispatcher.listen(overrides);
  private final BundleContext context;
  private final SynchronousBundleListener platform = this::changed;

  /** Creates the component; called by Declarative Services. */
  @Activate
  public DispatcherComponent(BundleContext context) {
    this.context = context;
    context.addBundleListener(platform);
  }

  private void changed(BundleEvent event) {
    boolean isPlatform = event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID;
    if (isPlatform && event.getType() == BundleEvent.STOPPING) {
      dispatcher.ending();
    }
  }

  /** Returns an executor with one thread, which ends when the log is idle. */
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

  /** Closes the dispatcher and ends idle threads; called by Declarative Services. */
  @Deactivate
  public void leave() {
    context.removeBundleListener(platform);
    dispatcher.close();
    warnings.close();
    logging.close();
    Parallel.release();
  }

  public LocalDispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns the log of plugged bundles and shadowed kernels. */
  public OverrideWarnings overrides() {
    return overrides;
  }

  /** Returns the dispatcher of a bundle, if the bundle uses the service. */
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
