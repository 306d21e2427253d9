package jackfield.dispatcher.impl.log;

import java.lang.reflect.Proxy;
import org.osgi.framework.Bundle;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerFactory;

/**
 * The log of the framework's bundles, above all of Declarative Services, which otherwise prints the
 * stack of each failed component several times. A {@link ComponentLogger} decides what is logged,
 * and {@link Refusals} keeps the refusals of components for the requests that plug their bundles.
 *
 * <p>It holds no bundle: Declarative Services drops the loggers of a bundle that is uninstalled.
 *
 * <p><em>Threads</em>: safe for all.
 */
@Component(
    service = {LoggerFactory.class, ComponentLog.class},
    immediate = true)
public final class ComponentLog implements LoggerFactory {
  private static final long NO_BUNDLE = -1;

  private final Refusals refusals = new Refusals();

  /** Creates the component; called by Declarative Services. */
  @Activate
  public ComponentLog() {}

  /** Returns the refusals of the components of bundles that are being plugged. */
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public Logger getLogger(String name) {
    return getLogger(name, Logger.class);
  }

  @Override
  public Logger getLogger(Class<?> type) {
    return getLogger(type.getName(), Logger.class);
  }

  @Override
  public <L extends Logger> L getLogger(String name, Class<L> type) {
    return logger(new ComponentLogger(NO_BUNDLE, "", name, refusals), type);
  }

  @Override
  public <L extends Logger> L getLogger(Class<?> type, Class<L> loggerType) {
    return getLogger(type.getName(), loggerType);
  }

  @Override
  public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> type) {
    String title = bundle.getSymbolicName() + " " + bundle.getVersion();
    return logger(new ComponentLogger(bundle.getBundleId(), title, name, refusals), type);
  }

  // Its fifty methods differ in level and number of arguments only, so that a proxy is shorter.
  static <L extends Logger> L logger(ComponentLogger logger, Class<L> type) {
    ClassLoader loader = ComponentLog.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, logger));
  }
}
