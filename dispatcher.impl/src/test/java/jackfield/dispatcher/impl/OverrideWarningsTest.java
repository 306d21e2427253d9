package jackfield.dispatcher.impl;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OverrideWarningsTest {
  private final Logger logger = Logger.getLogger(OverrideWarnings.class.getName());
  private final List<String> warnings = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          warnings.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final LocalDispatcher dispatcher = new LocalDispatcher();

  @BeforeEach
  void listen() {
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    dispatcher.listen(new OverrideWarnings());
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  private void kernel(String bundle, DispatchKey key, int ranking) {
    dispatcher.commit(
        new Provenance(bundle, "1.0", bundle + ".java:1", Instant.EPOCH, 0),
        changes ->
            changes
                .ranking(ranking)
                .kernel(
                    OperatorName.parse("t::f"),
                    key,
                    KernelFunction.boxed((operator, keys, stack) -> {})));
  }

  @Test
  void eachOverrideIsWarnedOfWithBothPlaces() {
    kernel("a", DispatchKey.CPU, 0);
    assertThat(warnings).isEmpty();
    kernel("b", DispatchKey.CPU, 0);
    kernel("c", DispatchKey.CPU, 0);
    assertThat(warnings).hasSize(2);
    assertThat(warnings.getLast())
        .contains("t::f at CPU", "asked      by c 1.0 at c.java:1", "found      one by b 1.0 at b");
  }

  @Test
  void differentRankingsAreNoAccident() {
    kernel("a", DispatchKey.CPU, 0);
    kernel("better", DispatchKey.CPU, 1);
    kernel("worse", DispatchKey.CPU, -1);
    assertThat(warnings).isEmpty();
  }

  @Test
  void severalKernelsAreExpectedAtMetaAndMtia() {
    kernel("a", DispatchKey.META, 0);
    kernel("b", DispatchKey.META, 0);
    kernel("a", DispatchKey.MTIA, 0);
    kernel("b", DispatchKey.MTIA, 0);
    assertThat(warnings).isEmpty();
  }
}
