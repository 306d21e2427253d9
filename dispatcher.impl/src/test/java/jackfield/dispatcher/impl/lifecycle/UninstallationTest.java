package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/** A bundle is stopped and uninstalled whatever happens to the thread that does it. */
final class UninstallationTest {
  private final List<String> done = new ArrayList<>();
  private int failures; // of the next calls, as if the thread were interrupted in Felix
  private boolean fails; // whether each call fails
  private int state = Bundle.ACTIVE;

  private final Bundle bundle =
      (Bundle)
          Proxy.newProxyInstance(
              UninstallationTest.class.getClassLoader(),
              new Class<?>[] {Bundle.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "stop" -> move("stop", Bundle.RESOLVED);
                    case "uninstall" -> move("uninstall", Bundle.UNINSTALLED);
                    case "getState" -> state;
                    case "getSymbolicName", "toString" -> "acme";
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  private Object move(String step, int to) throws BundleException {
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    done.add(step);
    if (fails) {
      throw new BundleException("a test's");
    }
    if (failures-- > 0) {
      throw new IllegalStateException("Unable to acquire bundle lock, thread interrupted.");
    }
    state = to;
    return null;
  }

  private void remove() {
    new Uninstallation(new Steps()).remove(bundle);
  }

  @Test
  void anInterruptedStepIsRepeated() {
    failures = 2;
    remove();
    assertThat(done).containsExactly("stop", "stop", "stop", "uninstall");
    assertThat(state).isEqualTo(Bundle.UNINSTALLED);
  }

  @Test
  void anInterruptionOfTheCallerIsKeptForIt() {
    Thread.currentThread().interrupt();
    remove();
    assertThat(state).isEqualTo(Bundle.UNINSTALLED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aStepThatNeverSucceedsIsGivenUp() {
    fails = true;
    remove();
    assertThat(done).hasSize(20).startsWith("stop").endsWith("uninstall");
  }
}
