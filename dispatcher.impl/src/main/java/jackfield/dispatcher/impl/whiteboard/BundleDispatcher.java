package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.registry.OwnedDispatcher;
import org.osgi.framework.Bundle;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

/**
 * Publishes the dispatcher with bundle scope: each bundle has its own instance, so that its commits
 * are withdrawn with it.
 */
@Component(service = Dispatcher.class, scope = ServiceScope.BUNDLE)
public final class BundleDispatcher extends OwnedDispatcher {
  private final DispatcherComponent component;
  private final long bundle;

  /** Creates the dispatcher of the using bundle; called by Declarative Services. */
  @Activate
  public BundleDispatcher(ComponentContext context, @Reference DispatcherComponent dispatcher) {
    this(context.getUsingBundle(), dispatcher);
  }

  private BundleDispatcher(Bundle user, DispatcherComponent component) {
    super(
        component.dispatcher(),
        WhiteboardComponent.shortName(user),
        component.overrides()::tellRest);
    this.component = component;
    this.bundle = user.getBundleId();
    component.add(bundle, this);
  }

  /** Withdraws the commits of the bundle; called by Declarative Services. */
  @Deactivate
  void leave() {
    takeBack();
    component.remove(bundle, this);
  }
}
