package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What listeners can do to commits: nothing. */
final class ListenersTest {
  private static final OperatorName NAME = OperatorName.parse("t::two");
  private static final OperatorSchema SCHEMA = OperatorSchema.parse("t::two(Tensor x) -> str");

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  private Registration define(String name) {
    return dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse(name + "(Tensor x) -> str")));
  }

  private static OperatorListener onDefinition(Consumer<OperatorSchema> action) {
    return new OperatorListener() {
      @Override
      public void defined(OperatorSchema schema) {
        action.accept(schema);
      }
    };
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    List<OperatorSchema> heard = new ArrayList<>();
    dispatcher.listen(
        onDefinition(schema -> {
          throw new IllegalStateException("a listener's");
        }));
    dispatcher.listen(
        onDefinition(schema -> {
          throw new AssertionError("a listener's");
        }));
    dispatcher.listen(onDefinition(heard::add));
    Registration definition = define("t::two");
    assertThat(dispatcher.operators()).containsExactly(NAME);
    assertThat(dispatcher.generation()).isEqualTo(1);
    assertThat(heard).containsExactly(SCHEMA);
    definition.close();
    define("t::two");
    assertThat(dispatcher.operators()).containsExactly(NAME);
  }

  @Test
  void aListenerThatThrowsIsLoggedOnceForACommit() {
    List<LogRecord> logged = new ArrayList<>();
    Logger logger = Logger.getLogger(Listeners.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    dispatcher.listen(
        onDefinition(schema -> {
          throw new IllegalStateException("at " + schema.name());
        }),
        "acme");
    logger.addHandler(handler);
    try {
      dispatcher.commit(
          Provenance.of("library"),
          changes -> {
            for (int i = 0; i < 20; i++) {
              changes.define(OperatorSchema.parse("t::f%d(Tensor x) -> str".formatted(i)));
            }
          });
      define("t::two");
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(logged)
        .hasSize(2)
        .extracting(entry -> entry.getThrown().getMessage())
        .containsExactly("at t::f0", "at t::two");
    assertThat(logged.getFirst().getMessage())
        .contains("listener of acme threw at 20 of 20 notices");
  }

  @Test
  void aListenerHearsWhatCallersFind() {
    List<OperatorSchema> found = new ArrayList<>();
    dispatcher.listen(
        onDefinition(schema -> found.add(dispatcher.operator("t::two").schemaOrNull())));
    define("t::two");
    assertThat(found).hasSize(1);
  }

  @Test
  void aListenerMayCommitAndHearsOfThatAfterwards() {
    List<String> heard = new ArrayList<>();
    dispatcher.listen(
        onDefinition(schema -> {
          heard.add("first " + schema.name());
          if (schema.name().equals(NAME)) {
            define("t::three");
          }
        }));
    dispatcher.listen(onDefinition(schema -> heard.add("second " + schema.name())));
    define("t::two");
    assertThat(heard)
        .containsExactly("first t::two", "second t::two", "first t::three", "second t::three");
  }

  @Test
  void aSlowListenerHoldsNoOtherCommitUp() throws InterruptedException {
    CountDownLatch isInside = new CountDownLatch(1);
    CountDownLatch mayReturn = new CountDownLatch(1);
    Registration listening =
        dispatcher.listen(
            onDefinition(schema -> {
              isInside.countDown();
              awaitQuietly(mayReturn);
            }));
    Thread committing = new Thread(() -> define("t::two"));
    committing.start();
    isInside.await();
    dispatcher
        .commit(
            Provenance.of("other"),
            changes -> changes.kernel(NAME, DispatchKey.CPU, World.saying("other")))
        .withdraw();
    Drain drain = listening.withdraw();
    assertThat(drain.await(Duration.ofMillis(1))).as("while it is running").isFalse();
    mayReturn.countDown();
    committing.join();
    assertThat(drain.await()).isTrue();
  }

  @Test
  void aWithdrawnListenerHearsNothing() {
    List<OperatorSchema> heard = new ArrayList<>();
    dispatcher.listen(onDefinition(heard::add)).close();
    define("t::two");
    assertThat(heard).isEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
