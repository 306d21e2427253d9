package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.key.DispatchKeySet;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Publishes the factory of dispatchers as a service. */
@Component
public final class DispatcherFactoryComponent implements DispatcherFactory {
  /** Creates the component; called by Declarative Services. */
  @Activate
  public DispatcherFactoryComponent() {}

  @Override
  public Dispatcher create(DispatchKeySet transparent) {
    return new LocalDispatcher(transparent);
  }
}
