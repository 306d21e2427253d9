package jackfield.aten.library;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Publishes the facade as a service. The facade is no component itself: Declarative Services
 * reflects on the methods of a component, and the facade's methods name each operator's class.
 */
@Component(
    immediate = true,
    service = {})
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=jackfield.aten.Aten")
public final class AtenComponent {
  private final ServiceRegistration<Aten> registration;

  /** Registers the facade; called by Declarative Services. */
  @Activate
  public AtenComponent(BundleContext bundle, @Reference Dispatcher dispatcher) {
    registration = bundle.registerService(Aten.class, Aten.of(dispatcher), null);
  }

  /** Withdraws the facade; called by Declarative Services. */
  @Deactivate
  void stop() {
    registration.unregister();
  }
}
