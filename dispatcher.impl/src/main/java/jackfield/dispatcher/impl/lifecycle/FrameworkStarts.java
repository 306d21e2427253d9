package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/**
 * Commits the services of a bundle as one generation also if the bundle is not started by the
 * platform. The services are staged from the bundle's start until its components are activated.
 *
 * <p>Declarative Services activates the components in its listener to the {@code STARTED} event.
 * Listeners of one context are called in their order, so this listener, in the context of
 * Declarative Services, runs afterwards.
 *
 * <p><em>Threads</em>: called on the thread that starts a bundle.
 */
@Component(
    service = {},
    immediate = true)
public final class FrameworkStarts implements SynchronousBundleListener {
  private final WhiteboardComponent whiteboard;
  private final BundleContext context; // of Declarative Services
  private final Set<Long> starting = ConcurrentHashMap.newKeySet(); // ids of bundles

  /** Creates the component; called by Declarative Services. */
  @Activate
  public FrameworkStarts(
      @Reference WhiteboardComponent whiteboard,
      @Reference ServiceReference<ServiceComponentRuntime> components) {
    this.whiteboard = whiteboard;
    this.context = components.getBundle().getBundleContext();
    context.addBundleListener(this);
  }

  @Deactivate
  void leave() {
    context.removeBundleListener(this);
    List.copyOf(starting).forEach(this::plug);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    switch (event.getType()) {
      case BundleEvent.STARTING -> begin(bundle.getBundleId());
      case BundleEvent.STARTED -> plug(bundle.getBundleId());
      case BundleEvent.STOPPING -> drop(bundle.getBundleId());
      default -> {}
    }
  }

  /** Begins to stage, unless the platform plugs the bundle and has done so already. */
  private void begin(long bundle) {
    if (whiteboard.staging().beginUnlessBegun(bundle)) {
      starting.add(bundle);
    }
  }

  private void plug(long bundle) {
    if (starting.remove(bundle)) {
      whiteboard.plugStaged(bundle);
    }
  }

  /** Drops staged services: a bundle whose activator throws stops before it has started. */
  private void drop(long bundle) {
    if (starting.remove(bundle)) {
      List<Offer> _ = whiteboard.staging().end(List.of(bundle));
    }
  }
}
