package jackfield.dispatcher.impl.log;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaSyntax;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.Logger;

/** What is logged of a component's failure, and with which level. */
class ComponentLogTest {
  private static final java.util.logging.Logger DESTINATION =
      java.util.logging.Logger.getLogger(ComponentLog.class.getName());

  private final List<LogRecord> entries = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          entries.add(entry);
        }

        @Override
        public void flush() {} // nothing is buffered

        @Override
        public void close() {} // nothing is open
      };

  private final Refusals refusals = new Refusals();
  private final ComponentLog log = new ComponentLog();

  @BeforeEach
  void listen() {
    DESTINATION.setLevel(Level.ALL);
    DESTINATION.addHandler(handler);
  }

  @AfterEach
  void leave() {
    DESTINATION.removeHandler(handler);
    DESTINATION.setLevel(null);
  }

  private Logger loggerOfBundle() {
    return ComponentLog.logger(
        new ComponentLogger(7, "my.bundle 1.0.0", "my.Backend", refusals), Logger.class);
  }

  private static Exception refusal() {
    try {
      return new IllegalStateException("no refusal: " + OperatorSchema.parse("op(Tensr x) -> ()"));
    } catch (SchemaSyntax refused) {
      return new InvocationTargetException(refused);
    }
  }

  private List<LogRecord> shown() {
    return entries.stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.INFO.intValue())
        .toList();
  }

  @Test
  void aTypedErrorIsLoggedOnceWithoutItsStackWhichHasLevelDebug() {
    Logger logger = loggerOfBundle();
    logger.error("cannot make it", refusal());
    logger.error("cannot make it", refusal());
    assertThat(shown()).hasSize(1);
    assertThat(shown().getFirst().getThrown()).isNull();
    assertThat(shown().getFirst().getMessage())
        .startsWith("my.bundle 1.0.0: my.Backend cannot be made: unknown type")
        .contains("Tensr");
    assertThat(entries).filteredOn(entry -> entry.getLevel().equals(Level.FINE)).hasSize(2);
    assertThat(entries.getFirst().getThrown()).isInstanceOf(InvocationTargetException.class);
  }

  @Test
  void theRequestThatPlugsTheBundleReportsItsRefusalInsteadOfTheLog() {
    refusals.begin(7);
    loggerOfBundle().error("cannot make it", refusal());
    assertThat(shown()).isEmpty();
    assertThat(refusals.of(7, "my.Backend").orElseThrow()).startsWith("unknown type");
    refusals.end(7);
    assertThat(refusals.of(7, "my.Backend")).isEmpty();
  }

  @Test
  void anotherErrorIsLoggedWithItsStack() {
    refusals.begin(7);
    IllegalStateException thrown = new IllegalStateException("no driver");
    loggerOfBundle().error("cannot make it", thrown);
    assertThat(shown()).hasSize(1);
    assertThat(shown().getFirst().getThrown()).isSameAs(thrown);
    assertThat(refusals.of(7, "my.Backend")).isEmpty();
  }

  @Test
  void aClassThatIsStillNotInitializedIsNoNewFailure() {
    NoClassDefFoundError again = new NoClassDefFoundError("Could not initialize class my.Backend");
    again.initCause(new ExceptionInInitializerError("Exception SchemaSyntax: unknown type"));
    Logger logger = loggerOfBundle();
    logger.error("before any refusal", again);
    assertThat(shown()).hasSize(1);
    logger.error("cannot make it", refusal());
    logger.error("cannot make it", again);
    assertThat(shown()).hasSize(2);
  }

  @Test
  void warningsOfDeclarativeServicesAreNotShownUnlessAskedFor() {
    Logger logger = loggerOfBundle();
    logger.warn("hidden");
    logger.info("hidden");
    assertThat(shown()).isEmpty();
    assertThat(entries).hasSize(2);
    DESTINATION.setLevel(Level.INFO);
    assertThat(logger.isErrorEnabled()).isTrue();
    assertThat(logger.isWarnEnabled()).isFalse();
  }

  @Test
  void aWarningOfABundleThatTookTheFactoryIsAWarning() {
    Logger logger = log.getLogger("my.Program");
    logger.warn("the {} is short", "disk");
    assertThat(shown()).extracting(LogRecord::getLevel).containsExactly(Level.WARNING);
    assertThat(shown().getFirst().getMessage()).isEqualTo("the disk is short");
    DESTINATION.setLevel(Level.WARNING);
    assertThat(logger.isWarnEnabled()).isTrue();
    assertThat(logger.isInfoEnabled()).isFalse();
  }

  @Test
  void valuesArePutInTheirPlaces() {
    log.getLogger(ComponentLogTest.class).error("{} of {} {}", 1, null);
    log.getLogger("f", FormatterLogger.class).error("%d of %s", 1, "two");
    log.getLogger("c").error(to -> to.error("consumed {}", 'c', new IllegalStateException()));
    assertThat(entries)
        .extracting(LogRecord::getMessage)
        .containsExactly("1 of null {}", "1 of two", "consumed c");
    assertThat(entries.getLast().getThrown()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLoggerIsAnObjectWithAName() {
    Logger logger = log.getLogger("some.name");
    assertThat(logger.getName()).isEqualTo("some.name");
    assertThat(Set.of(logger, log.getLogger("some.name"))).hasSize(2).contains(logger);
    assertThat(logger).hasToString("some.name");
  }
}
