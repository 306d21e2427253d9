package jackfield.itests.hotplug.bundle;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * The activator of a bundle that registers itself with an object that outlives the bundle. The
 * header {@code Pins} names the object; the header {@code Releases} says whether the bundle
 * unregisters when it stops. The class is its own handler, bean and value, so that the bundle needs
 * no other class.
 */
public final class Culprit extends Handler implements BundleActivator, Runnable, Supplier<String> {
  private static final ThreadLocal<Culprit> LOCAL = new ThreadLocal<>();
  private static final ClassValue<Culprit> VALUES =
      new ClassValue<>() {
        @Override
        protected Culprit computeValue(Class<?> type) {
          return new Culprit();
        }
      };

  private Release release; // set by start
  private volatile boolean isStopped;

  private interface Release {
    void run() throws Exception;
  }

  @Override
  public void start(BundleContext context) throws Exception {
    release = pin(context.getBundle().getHeaders().get("Pins"), context);
  }

  @Override
  public void stop(BundleContext context) throws Exception {
    if (context.getBundle().getHeaders().get("Releases") != null) {
      release.run();
    }
  }

  private Release pin(String sort, BundleContext context) throws Exception {
    return switch (sort) {
      case "thread" -> pinThread();
      case "threadlocal" -> pinThreadLocal();
      case "hook" -> pinShutdownHook();
      case "mbean" -> pinMBean(context);
      case "handler" -> pinHandler();
      case "upcall" -> pinUpcall();
      case "service" -> context.registerService(Supplier.class, this, null)::unregister;
      case "cache" -> pinCache(context);
      case "classvalue" -> pinClassValue();
      default -> () -> {};
    };
  }

  private Release pinThread() {
    Thread thread = new Thread(this, "culprit-thread");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      isStopped = true;
      thread.interrupt();
      thread.join();
    };
  }

  @Override
  public void run() {
    while (!isStopped) {
      LockSupport.park();
    }
  }

  private Release pinThreadLocal() {
    LOCAL.set(this);
    return LOCAL::remove;
  }

  private Release pinShutdownHook() {
    Thread hook = new Thread(() -> isStopped = true, "culprit-hook");
    Runtime.getRuntime().addShutdownHook(hook);
    return () -> Runtime.getRuntime().removeShutdownHook(hook);
  }

  private Release pinMBean(BundleContext context) throws JMException {
    ObjectName name = new ObjectName("culprit:id=" + context.getBundle().getBundleId());
    var server = ManagementFactory.getPlatformMBeanServer();
    server.registerMBean(new StandardMBean(this, Runnable.class), name);
    return () -> server.unregisterMBean(name);
  }

  private Release pinHandler() {
    Logger root = Logger.getLogger("");
    root.addHandler(this);
    return () -> root.removeHandler(this);
  }

  @SuppressWarnings("restricted") // tests run with native access enabled
  private Release pinUpcall() throws ReflectiveOperationException {
    Arena arena = Arena.ofShared();
    var run =
        MethodHandles.lookup()
            .findVirtual(Culprit.class, "run", MethodType.methodType(void.class))
            .bindTo(this);
    Linker.nativeLinker().upcallStub(run, FunctionDescriptor.ofVoid(), arena);
    return arena::close;
  }

  @SuppressWarnings("unchecked") // the keeper's cache, the only service of that type
  private Release pinCache(BundleContext context) {
    ServiceReference<?> found = context.getServiceReference(Map.class);
    Map<String, Object> cache = (Map<String, Object>) context.getService(found);
    cache.put("culprit", this);
    return () -> cache.remove("culprit");
  }

  private static Release pinClassValue() {
    VALUES.get(StringBuilder.class);
    return () -> VALUES.remove(StringBuilder.class);
  }

  @Override
  public String get() {
    return "served";
  }

  @Override
  public void publish(LogRecord record) {} // its presence is sufficient

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
