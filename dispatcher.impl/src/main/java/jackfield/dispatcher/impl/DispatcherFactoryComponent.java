package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Publishes the maker of dispatchers. */
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
