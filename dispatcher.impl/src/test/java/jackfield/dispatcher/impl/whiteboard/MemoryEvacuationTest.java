package jackfield.dispatcher.impl.whiteboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.NamedCall;
import jackfield.dispatch.Pin;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LoanMemory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.memory.BackendGone;
import jackfield.memory.MemoryInUse;
import jackfield.memory.TensorFate;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MemoryEvacuationTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final Concat concat = dispatcher.operator(Concat.TYPE);

  @BeforeEach
  void define() {
    Concat.Kernel kernel = LoanMemory::text;
    dispatcher.commit(
        Provenance.of("backend.x"),
        changes ->
            changes
                .define(Concat.TYPE.schema())
                .kernel(
                    Concat.TYPE.name(),
                    DispatchKey.CPU,
                    KernelFunction.typed(Concat.TYPE, kernel)));
  }

  private LoanMemory plugged(TensorFate fate) {
    return LoanMemory.plugged(whiteboard, fate);
  }

  @Test
  void evacuatedTensorsComputeOnTheHost() {
    LoanMemory backend = plugged(TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    assertThat(concat.call(x, "at ")).isEqualTo("at 3.0 acme");
    whiteboard.unplug(backend);
    assertThat(concat.call(x, "at ")).isEqualTo("at 3.0 cpu");
    assertThat(backend.released).isEqualTo(1);
  }

  @Test
  void anOrphanIsRefusedByWhoeverServesItsKeyThen() {
    LoanMemory backend = plugged(TensorFate.ORPHAN);
    Tensor x = backend.tensor(3);
    whiteboard.unplug(backend);
    BackendGone nobody = catchThrowableOfType(BackendGone.class, () -> concat.call(x, ""));
    assertThat(nobody.bundle()).isEqualTo("acme 1.0.0");
    LoanMemory next = plugged(TensorFate.ORPHAN);
    assertThat(concat.call(next.tensor(4), "")).isEqualTo("4.0 acme");
    BackendGone gone = catchThrowableOfType(BackendGone.class, () -> concat.call(x, ""));
    assertThat(gone.removedAt()).isEqualTo(nobody.removedAt());
    assertThat(gone.getSuppressed()).isEmpty(); // no failure of the kernel
    assertThat(backend.released).isEqualTo(1);
  }

  @Test
  void anOrphanInAListThatNobodyServesIsNamedToo() {
    LoanMemory backend = plugged(TensorFate.ORPHAN);
    List<Tensor> list = Arrays.asList(null, backend.tensor(3));
    whiteboard.unplug(backend);
    for (String type : List.of("Tensor?[]", "Tensor[]")) {
      String name = "x::of_" + (type.contains("?") ? "some" : "all");
      OperatorSchema schema = OperatorSchema.parse(name + "(" + type + " tensors) -> Tensor");
      dispatcher.commit(Provenance.of("library.x"), changes -> changes.define(schema));
      List<Object> arguments = List.of(type.contains("?") ? list : list.subList(1, 2));
      BackendGone gone =
          catchThrowableOfType(
              BackendGone.class,
              () -> NamedCall.call(dispatcher.operator(name), arguments, Map.of()));
      assertThat(gone.bundle()).isEqualTo("acme 1.0.0");
    }
  }

  @Test
  void aTensorOfALivingBackendWithoutKernelIsNoOrphan() {
    LoanMemory backend = new LoanMemory(TensorFate.ORPHAN);
    Tensor x = backend.tensor(3);
    assertThat(catchThrowableOfType(NoKernel.class, () -> concat.call(x, ""))).isNotNull();
  }

  @Test
  void whoCannotBeAskedToStayOrphansWhatItWouldVetoFor() {
    LoanMemory backend = plugged(TensorFate.VETO);
    Tensor x = backend.tensor(3);
    whiteboard.unplug(backend);
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
  }

  @Test
  void whatIsUnpluggedFromInsideACallIsOrphanedAndNotReleased() {
    LoanMemory backend = plugged(TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    try (Pin pin = dispatcher.pin()) {
      assertThat(pin.epoch()).isPositive();
      whiteboard.unplug(backend);
    }
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
    assertThat(backend.released).isZero();
  }

  @Test
  void whereTheFrameworkEndsNothingIsCopied() {
    LoanMemory backend = plugged(TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    whiteboard.unplug(List.of(backend), false);
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
    assertThat(backend.released).isEqualTo(1);
  }

  @Test
  void aVetoNamesTheTensors() {
    LoanMemory backend = plugged(TensorFate.VETO);
    Tensor x = backend.tensor(3);
    Tensor view = x.alias(new long[] {}, new long[] {}, 0);
    MemoryInUse refused =
        catchThrowableOfType(
            MemoryInUse.class,
            () -> whiteboard.evacuation(List.of(backend)).refuse("swap", "backend.acme"));
    assertThat(refused.bundle()).isEqualTo("backend.acme");
    assertThat(refused.tensors()).isEqualTo(2);
    assertThat(refused.sizeBytes()).isEqualTo(Float.BYTES);
    assertThat(refused)
        .hasMessageContaining("swap backend.acme: it stays")
        .hasMessageContaining("2 tensors hold 4 bytes");
    assertThat(concat.call(view, "")).isEqualTo("3.0 acme");
    x.close();
    whiteboard.evacuation(List.of(backend)).refuse("swap", "backend.acme");
  }

  @Test
  void aBackendThatIsPutBackHasItsTensorsAsTheyWere() {
    LoanMemory backend = plugged(TensorFate.EVACUATE);
    Tensor x = backend.tensor(3);
    ServiceTransaction withdrawal = whiteboard.exchange(List.of(backend), List.of());
    MemoryEvacuation evacuation = withdrawal.evacuation();
    evacuation.begin();
    assertThat(catchThrowableOfType(BackendGone.class, () -> concat.call(x, ""))).isNotNull();
    evacuation.unseal();
    withdrawal.reverse();
    assertThat(concat.call(x, "")).isEqualTo("3.0 acme");
  }
}
