package jackfield.dispatcher.impl.table;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.call.Notes;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Adding and removing observers, and their effect on tables and on each other. */
final class ObserverListTest {
  private static final long CPU = DispatchKey.CPU.bits();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private void defineWithCpuKernel() {
    dispatcher.commit(
        Provenance.of("library"),
        changes -> {
          Concat.Keyed kernel = (keys, self, text) -> text + "!";
          changes.define(Concat.TYPE.schema());
          changes.kernel(
              Concat.TYPE.name(), DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, kernel));
        });
  }

  @Test
  void withoutObserversCallAndRedispatchShareTheirKernels() {
    defineWithCpuKernel();
    DispatchTable before = concat.tableAcquire();
    assertThat(before.kernels()).isSameAs(before.redispatchKernels());
    Registration first = dispatcher.observe(new Notes());
    Registration second = dispatcher.observe(new Notes());
    first.close();
    DispatchTable observed = concat.tableAcquire();
    assertThat(observed.kernels()).isNotSameAs(observed.redispatchKernels());
    assertThat(observed.kernel(CPU)).isNotSameAs(before.kernel(CPU));
    assertThat(observed.redispatchKernel(CPU)).isSameAs(before.kernel(CPU));
    second.close();
    DispatchTable after = concat.tableAcquire();
    assertThat(after.kernels()).isSameAs(after.redispatchKernels());
    assertThat(after.kernel(CPU)).isSameAs(before.kernel(CPU));
    assertThat(after.function(CPU)).isSameAs(before.function(CPU));
  }

  @Test
  void onlyTheFirstAndTheLastObserverChangeTheTables() {
    defineWithCpuKernel();
    long before = dispatcher.generation();
    Registration first = dispatcher.observe(new Notes());
    Registration second = dispatcher.observe(new Notes());
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
    first.close();
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
    second.close();
    second.close();
    assertThat(dispatcher.generation()).isEqualTo(before + 2);
  }

  @Test
  void aRemovedObserverIsNotNotified() {
    defineWithCpuKernel();
    Notes first = new Notes();
    Notes second = new Notes();
    Registration leaving = dispatcher.observe(first);
    try (Registration _ = dispatcher.observe(second)) {
      concat.call(x, "both");
      leaving.close();
      concat.call(x, "one");
    }
    concat.call(x, "none");
    assertThat(first.outcomes).hasSize(1);
    assertThat(second.outcomes).hasSize(2);
  }

  @Test
  void kernelsAndOperatorsThatAreAddedWhileObservedAreObserved() {
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      defineWithCpuKernel();
      concat.call(x, "");
      dispatcher.operator("t::concat").callBoxed(new Stack().push(x).push("a"));
    }
    assertThat(notes.names()).containsExactly("t::concat", "t::concat");
  }

  @Test
  void theCallsOfAnObserverAreNotObserved() {
    defineWithCpuKernel();
    Notes notes =
        new Notes() {
          @Override
          public Object started(ObservedCall call) {
            return concat.call(x, "own" + super.started(call));
          }
        };
    try (Registration _ = dispatcher.observe(notes)) {
      concat.call(x, "");
    }
    assertThat(notes.outcomes).containsExactly("own1!: []");
  }

  @Test
  void anObserverThatThrowsIsLoggedOnceAndTheOthersAreTold() {
    defineWithCpuKernel();
    CallObserver broken =
        new CallObserver() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public Object started(ObservedCall call) {
            throw new AssertionError("an observer's own");
          }
        };
    Notes notes = new Notes();
    List<String> logged = new ArrayList<>();
    try (Registration _ = dispatcher.observe(broken);
        Registration _ = dispatcher.observe(notes)) {
      logging(
          logged,
          () -> {
            assertThat(concat.call(x, "a")).isEqualTo("a!");
            assertThat(concat.call(x, "b")).isEqualTo("b!");
          });
    }
    assertThat(logged).hasSize(1).first().asString().contains("observer broken of ");
    assertThat(notes.outcomes).hasSize(2);
  }

  private static void logging(List<String> logged, Runnable action) {
    Logger logger = Logger.getLogger(Observing.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
  }
}
