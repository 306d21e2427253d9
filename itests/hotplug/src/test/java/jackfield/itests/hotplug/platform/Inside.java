package jackfield.itests.hotplug.platform;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import org.ops4j.pax.exam.ProbeInvoker;
import org.ops4j.pax.exam.ProbeInvokerFactory;
import org.ops4j.pax.exam.util.Injector;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/** The inner half of the driver: calls one test method of the probe, on a new instance. */
public final class Inside implements BundleActivator {
  static final String DRIVER = "jackfield";

  @Override
  public void start(BundleContext context) {
    context.registerService(
        ProbeInvokerFactory.class,
        (probe, expression) -> new Call((BundleContext) probe, expression),
        FrameworkUtil.asDictionary(Map.of("driver", DRIVER)));
  }

  @Override
  public void stop(BundleContext context) {} // the framework unregisters the service

  /**
   * A call in Pax Exam's form, {@code class;method}. Public, since it is called remotely.
   *
   * @param probe the context of the bundle with the test class
   * @param expression class and method
   */
  public record Call(BundleContext probe, String expression) implements ProbeInvoker {
    @Override
    public void call(Object... arguments) {
      String[] classAndMethod = expression.split(";");
      try {
        Object test = instance(probe.getBundle().loadClass(classAndMethod[0]));
        invokeAll(test, "BeforeEach");
        try {
          invoke(test, test.getClass().getDeclaredMethod(classAndMethod[1]));
        } finally {
          invokeAll(test, "AfterEach");
        }
      } catch (InvocationTargetException thrown) {
        rethrow(thrown.getCause());
      } catch (ReflectiveOperationException broken) {
        throw new IllegalStateException("cannot call " + expression, broken);
      }
    }

    private Object instance(Class<?> type) throws ReflectiveOperationException {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object test = constructor.newInstance();
      probe.getService(probe.getServiceReference(Injector.class)).injectFields(test);
      return test;
    }

    // Annotations are found by name, since the driver's bundle does not see JUnit's.
    private static void invokeAll(Object test, String annotation)
        throws ReflectiveOperationException {
      for (Method method : test.getClass().getDeclaredMethods()) {
        if (Arrays.stream(method.getAnnotations())
            .anyMatch(a -> a.annotationType().getSimpleName().equals(annotation))) {
          invoke(test, method);
        }
      }
    }

    private static void invoke(Object test, Method method) throws ReflectiveOperationException {
      method.setAccessible(true);
      method.invoke(test);
    }

    @SuppressWarnings("unchecked") // throws the test's own throwable, checked or not
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }
}
