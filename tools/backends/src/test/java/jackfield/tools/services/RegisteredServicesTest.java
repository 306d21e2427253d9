package jackfield.tools.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** Services are released after their use, also if that fails. */
final class RegisteredServicesTest {
  private final List<String> calls = new ArrayList<>();
  private final RegisteredServices services = RegisteredServices.of(context());

  private static <T> T stub(Class<T> type, InvocationHandler answers) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }

  /** A context with one service, a text. */
  private BundleContext context() {
    Bundle bundle = stub(Bundle.class, (_, _, _) -> "jackfield.a.bundle");
    ServiceReference<?> reference =
        stub(
            ServiceReference.class,
            (own, method, arguments) ->
                switch (method.getName()) {
                  case "getBundle" -> bundle;
                  case "hashCode" -> 1;
                  case "equals" -> own == arguments[0];
                  case "compareTo" -> 0;
                  default -> null;
                });
    return stub(
        BundleContext.class,
        (_, method, _) ->
            switch (method.getName()) {
              case "getServiceReferences" -> new ServiceReference<?>[] {reference};
              case "getService" -> noted("taken", "a text");
              case "ungetService" -> noted("released", true);
              default -> null;
            });
  }

  private Object noted(String call, Object result) {
    calls.add(call);
    return result;
  }

  @Test
  void servicesAreReleasedAfterTheirUse() {
    String found =
        services.use(
            String.class,
            texts -> {
              assertThat(calls).containsExactly("taken");
              return texts.getFirst();
            });
    assertThat(found).isEqualTo("a text");
    assertThat(calls).containsExactly("taken", "released");
  }

  @Test
  void servicesAreReleasedIfTheirUseFails() {
    IllegalStateException failure = new IllegalStateException("of the use");
    Throwable thrown =
        catchThrowable(() ->
            services.use(
                String.class,
                _ -> {
                  throw failure;
                }));
    assertThat(thrown).isSameAs(failure);
    assertThat(calls).containsExactly("taken", "released");
  }

  @Test
  void providersHaveShortNamesAndAreReleased() {
    assertThat(services.providers(String.class)).containsExactly("a.bundle");
    assertThat(calls).containsExactly("taken", "released");
  }
}
