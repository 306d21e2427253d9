package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.DispatchMode;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.tensor.FeatureGone;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DispatchModeTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final DispatchContext context = DispatchContext.current();
  private final List<String> log = new ArrayList<>();
  private Operator operator; // set before each test

  @BeforeEach
  void plug() {
    LibraryBlock.define(dispatcher, "t", "Test.java", 1)
        .def("op(int n) -> int")
        .impl(
            "op",
            LibraryKernel.boxed((op, keys, stack) -> log.add("kernel"))
                .at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    dispatcher.commit(
        Provenance.of("modes"),
        changes ->
            changes
                .fallback(
                    DispatchKey.PYTHON_TLS_SNAPSHOT, KernelFunction.boxed(DispatchMode.SNAPSHOT))
                .fallback(DispatchKey.PYTHON, KernelFunction.boxed(DispatchMode.INNERMOST)));
    operator = dispatcher.operator("t::op");
  }

  /** Returns a mode that notes its name and calls the operator again. */
  private DispatchMode noting(String name) {
    return new DispatchMode(
        "feature." + name,
        (op, keys, stack) -> {
          log.add(name);
          op.callBoxed(stack);
        });
  }

  private void call() {
    operator.callBoxed(new Stack().pushLong(1));
  }

  @Test
  void outsideAnyModeTheKernelIsCalledAtOnce() {
    call();
    assertThat(log).containsExactly("kernel");
  }

  @Test
  void theModeEnteredLastIsAskedFirst() {
    try (Guard _ = noting("outer").enter();
        Guard _ = noting("inner").enter()) {
      call();
    }
    call();
    assertThat(log).containsExactly("inner", "outer", "kernel", "kernel");
  }

  @Test
  void leavingAModeRestoresTheKeys() {
    long included = context.included();
    DispatchMode mode = noting("mode");
    try (Guard _ = mode.enter()) {
      assertThat(context.included() & DispatchMode.KEYS.bits()).isEqualTo(DispatchMode.KEYS.bits());
      call();
      assertThat(DispatchMode.innermost()).isSameAs(mode);
    }
    assertThat(context.included()).isEqualTo(included);
    assertThat(DispatchMode.innermost()).isNull();
  }

  @Test
  void theHandlersCallsStayBelowPython() {
    List<Long> excluded = new ArrayList<>();
    DispatchMode mode =
        new DispatchMode("feature.looking", (op, keys, stack) -> excluded.add(context.excluded()));
    long before = context.excluded();
    try (Guard _ = mode.enter()) {
      call();
    }
    assertThat(excluded.getFirst() & DispatchKey.AUTOGRAD_FUNCTIONALITY.bits()).isNotZero();
    assertThat(excluded.getFirst() & DispatchKey.PYTHON_DISPATCHER.bits()).isZero();
    assertThat(context.excluded()).isEqualTo(before);
  }

  @Test
  void aModeWhoseFeatureHasLeftFails() {
    DispatchMode mode = noting("gone");
    try (Guard _ = mode.enter()) {
      mode.close();
      FeatureGone gone = catchThrowableOfType(FeatureGone.class, this::call);
      assertThat(gone.removedAt()).isNotNull();
      assertThat(gone).hasMessageContaining("feature.gone");
    }
    call();
    assertThat(log).containsExactly("kernel");
  }

  @Test
  void theKeyWithoutAModeIsAMissingKernel() {
    try (Guard _ = context.include(DispatchKey.PYTHON.bits())) {
      NoKernel missing = catchThrowableOfType(NoKernel.class, this::call);
      assertThat(missing.key()).isEqualTo(DispatchKey.PYTHON);
    }
  }
}
