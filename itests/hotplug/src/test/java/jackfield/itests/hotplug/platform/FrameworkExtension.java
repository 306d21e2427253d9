package jackfield.itests.hotplug.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.ops4j.pax.exam.TestAddress;
import org.ops4j.pax.exam.TestContainerException;
import org.ops4j.pax.exam.TestProbeBuilder;

/**
 * The outer half of the driver. Pax Exam 4 supports only JUnit 4, so this class starts its
 * container and calls each test method inside by name. {@link Inside} is the other half.
 */
public final class FrameworkExtension
    implements BeforeAllCallback, AfterAllCallback, InvocationInterceptor {
  private final Map<Method, TestAddress> addresses = new HashMap<>();
  private PlatformJvm platform; // set by beforeAll, once
  private boolean isShared; // the same

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Class<?> testClass = context.getRequiredTestClass();
    isShared = testClass.getAnnotation(InsideFramework.class).isShared();
    platform = isShared ? shared(context) : PlatformJvm.start();
    TestProbeBuilder probe = platform.system().createProbe();
    for (Method test :
        AnnotationSupport.findAnnotatedMethods(
            testClass, Test.class, HierarchyTraversalMode.TOP_DOWN)) {
      addresses.put(test, probe.addTest(testClass, test.getName()));
    }
    platform.container().installProbe(probe.build().getStream());
  }

  /** Returns the framework that classes of this JVM share; the store closes it in the end. */
  private static PlatformJvm shared(ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(FrameworkExtension.class))
        .getOrComputeIfAbsent(PlatformJvm.class, _ -> startUnchecked(), PlatformJvm.class);
  }

  private static PlatformJvm startUnchecked() {
    try {
      return PlatformJvm.start();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (platform == null) {
      return;
    }
    if (isShared) {
      platform.container().uninstallProbe();
    } else {
      platform.close();
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> test, ExtensionContext context)
      throws Throwable {
    here.skip();
    try {
      platform.container().call(addresses.get(test.getExecutable()));
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
