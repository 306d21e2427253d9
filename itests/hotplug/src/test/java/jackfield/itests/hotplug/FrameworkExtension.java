package jackfield.itests.hotplug;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.streamBundle;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.vmOptions;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.ops4j.pax.exam.ExamSystem;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.TestAddress;
import org.ops4j.pax.exam.TestContainer;
import org.ops4j.pax.exam.TestContainerException;
import org.ops4j.pax.exam.TestProbeBuilder;
import org.ops4j.pax.exam.spi.PaxExamRuntime;
import org.ops4j.pax.tinybundles.TinyBundles;

/**
 * The outer half of the driver. Pax Exam 4 supports only JUnit 4, so this class starts its
 * container and calls each test method inside by name. {@link Inside} is the other half.
 */
public final class FrameworkExtension
    implements BeforeAllCallback, AfterAllCallback, InvocationInterceptor {
  private final Map<Method, TestAddress> addresses = new HashMap<>();
  // beforeAll sets both fields once.
  private ExamSystem system;
  private TestContainer container;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Class<?> testClass = context.getRequiredTestClass();
    system = PaxExamRuntime.createTestSystem(configuration());
    container = PaxExamRuntime.createContainer(system);
    container.start();
    TestProbeBuilder probe = system.createProbe();
    for (Method test :
        AnnotationSupport.findAnnotatedMethods(
            testClass, Test.class, HierarchyTraversalMode.TOP_DOWN)) {
      addresses.put(test, probe.addTest(testClass, test.getName()));
    }
    container.installProbe(probe.build().getStream());
  }

  private static Option[] configuration() throws IOException {
    return options(
        systemPackages("jdk.incubator.vector"),
        frameworkProperty("org.osgi.framework.bsnversion").value("multiple"),
        systemProperty("jackfield.dist").value(Distribution.root()),
        systemProperty("jackfield.null").value(System.getProperty("jackfield.null")),
        systemProperty("jackfield.openblas").value(System.getProperty("jackfield.openblas")),
        systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("WARN"),
        systemProperty("pax.exam.invoker").value(Inside.DRIVER),
        vmOptions(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow"),
        composite(Distribution.platform()),
        composite(testLibraries()),
        streamBundle(driverBundle()));
  }

  private static Option[] testLibraries() {
    return Arrays.stream(new File(System.getProperty("jackfield.inside")).listFiles())
        .map(jar -> bundle(Distribution.url(jar)))
        .toArray(Option[]::new);
  }

  private static InputStream driverBundle() throws IOException {
    return TinyBundles.bundle()
        .addClass(Inside.class)
        .addClass(Inside.Call.class)
        .setHeader("Bundle-ManifestVersion", "2")
        .setHeader("Bundle-SymbolicName", "jackfield.itests.driver")
        .setHeader("Bundle-Activator", Inside.class.getName())
        .setHeader(
            "Import-Package", "org.osgi.framework,org.ops4j.pax.exam,org.ops4j.pax.exam.util")
        .build(TinyBundles.rawBuilder());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (container != null) {
      container.stop();
    }
    if (system != null) {
      system.clear();
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> test, ExtensionContext context)
      throws Throwable {
    here.skip();
    try {
      container.call(addresses.get(test.getExecutable()));
    } catch (TestContainerException wrapped) {
      Throwable thrown = wrapped; // the test's own error is the innermost cause
      while (thrown.getCause() != null) {
        thrown = thrown.getCause();
      }
      throw thrown;
    }
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
    here.skip(); // called inside, around its test
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
    here.skip(); // called inside, around its test
  }
}
