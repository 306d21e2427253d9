package jackfield.tools.services;

import java.util.List;
import java.util.function.Function;
import org.osgi.framework.BundleContext;

/** Takes services of the framework, and releases them after their use. */
public interface RegisteredServices {
  /** Returns the services that a bundle's context has. */
  static RegisteredServices of(BundleContext context) {
    return new TrackedServices(context);
  }

  /**
   * Passes the services of a type that are registered now to {@code work}, and releases them when
   * it ends. Returns what it returns.
   *
   * @param work receives those of the highest ranking first; they may be unregistered meanwhile
   */
  <S, R> R use(Class<S> type, Function<List<S>, R> work);

  /** Returns the bundles that have registered a service of a type, without a common prefix. */
  List<String> providers(Class<?> type);
}
