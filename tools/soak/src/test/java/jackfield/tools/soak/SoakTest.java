package jackfield.tools.soak;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.tools.soak.dispatch.DispatchSoak;
import jackfield.tools.soak.dispatch.SoakCommand;
import jackfield.tools.soak.measure.Tally;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The soak finds no violation in a correct dispatcher, and finds one in a wrong one. */
class SoakTest {
  @Test
  @Tag("thorough")
  void fiveSecondsPassWithoutAViolation() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    int code =
        new CommandLine(new SoakCommand(new LocalDispatcher(), out))
            .execute("--seconds", "5", "--seed", "7");
    List<String> lines = text.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(code).as(lines.toString()).isZero();
    assertThat(lines.getLast()).matches(".* calls, .* · [1-9]\\d* passed, 0 failed");
  }

  @Tag("slow")
  @Test
  void aDrainThatDoesNotWaitIsSeen() throws Exception {
    Tally tally =
        new DispatchSoak(impatient(new LocalDispatcher())).run(Duration.ofSeconds(2), 2, 2, 7);
    assertThat(tally.failed()).isPositive();
    List<String> shown = new ArrayList<>();
    tally.showNew(shown::add);
    assertThat(shown).anyMatch(problem -> problem.contains("inside kernel"));
  }

  /** Returns a dispatcher whose registrations report at once that no thread is inside. */
  private static Dispatcher impatient(Dispatcher dispatcher) {
    return (Dispatcher)
        Proxy.newProxyInstance(
            SoakTest.class.getClassLoader(),
            new Class<?>[] {Dispatcher.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(dispatcher, arguments);
                return result instanceof Registration registration
                    ? (Registration) () -> new Hurried(registration.withdraw())
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A drain that does not wait. */
  private record Hurried(Drain drain) implements Drain {
    @Override
    public boolean await(Duration deadline) {
      return true;
    }

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public List<Inside> inside() {
      return drain.inside();
    }

    @Override
    public CompletableFuture<Void> completion() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
