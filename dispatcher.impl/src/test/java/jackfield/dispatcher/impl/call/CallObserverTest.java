package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.boxing.NamedCall;
import jackfield.boxing.Signature;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.FallthroughCalled;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.ObservedCall;
import jackfield.schema.OperatorTags;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CallObserverTest {
  private static final long CPU = DispatchKey.CPU.bits();
  private static final long PROFILER = DispatchKey.PROFILER.bits();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  /** The operator as a function. */
  public interface Concatenation {
    String call(Tensor self, String text);
  }

  private Registration kernel(DispatchKey key, Concat.Keyed kernel) {
    return dispatcher.commit(
        Provenance.of("kernels"),
        changes ->
            changes.kernel(Concat.TYPE.name(), key, KernelFunction.typed(Concat.TYPE, kernel)));
  }

  private void define() {
    define(List.of());
  }

  private Registration define(List<Integer> tags) {
    return dispatcher.commit(
        Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema(), tags));
  }

  private void defineWithCpuKernel() {
    define();
    kernel(DispatchKey.CPU, (keys, self, text) -> text + "!");
  }

  @Test
  void anObserverHearsOperatorKeysInputsAndOutputs() {
    defineWithCpuKernel();
    Notes.All notes = new Notes.All();
    try (Registration _ = dispatcher.observe(notes)) {
      assertThat(concat.call(x, "hi")).isEqualTo("hi!");
    }
    ObservedCall call = notes.calls.getFirst();
    assertThat(call.operator()).isEqualTo(Concat.TYPE.name());
    assertThat(call.key()).isEqualTo(DispatchKey.CPU);
    assertThat(call.keys().has(DispatchKey.CPU)).isTrue();
    assertThat(call.inputs()).containsExactly(x, "hi");
    assertThat(notes.outcomes).containsExactly("1: [hi!]");
  }

  @Test
  void valuesAreLeftOutUnlessAskedFor() {
    defineWithCpuKernel();
    Notes notes = new Notes();
    Notes.All all = new Notes.All();
    try (Registration _ = dispatcher.observe(notes);
        Registration _ = dispatcher.observe(all)) {
      concat.call(x, "hi");
    }
    assertThat(notes.calls.getFirst().inputs()).isEmpty();
    assertThat(notes.outcomes).containsExactly("1: []");
    assertThat(all.outcomes).containsExactly("1: [hi!]");
  }

  @Test
  void everyWayOfCallingIsObserved() {
    defineWithCpuKernel();
    Concatenation function =
        dispatcher.function("t::concat", MethodHandles.lookup(), Concatenation.class);
    Operator named = dispatcher.operator("t::concat");
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      concat.call(x, "typed");
      concat.callBoxed(new Stack().push(x).push("boxed"));
      assertThat(function.call(x, "spun")).isEqualTo("spun!");
      NamedCall.call(named, List.of(x, "named"), Map.of());
    }
    assertThat(notes.calls).hasSize(4);
  }

  @Test
  void redispatchingIsNotObserved() {
    defineWithCpuKernel();
    Concatenation function =
        dispatcher.function("t::concat", MethodHandles.lookup(), Concatenation.class);
    kernel(
        DispatchKey.AUTOGRAD_CPU,
        (keys, self, text) ->
            concat.redispatch(DispatchKeySet.below(keys, DispatchKey.AUTOGRAD_CPU), self, text));
    dispatcher.commit(
        Provenance.of("boxed"),
        changes ->
            changes.fallback(
                DispatchKey.PROFILER,
                KernelFunction.boxed((operator, keys, stack) ->
                    operator.redispatchBoxed(
                        DispatchKeySet.below(keys, DispatchKey.PROFILER), stack))));
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      assertThat(concat.call(x, "down")).isEqualTo("down!");
      assertThat(function.call(x, "down")).isEqualTo("down!");
    }
    assertThat(notes.keys()).containsExactly(DispatchKey.AUTOGRAD_CPU, DispatchKey.AUTOGRAD_CPU);
  }

  @Test
  void theSpunRedispatchIsNotObserved() throws Throwable {
    defineWithCpuKernel();
    Signature<Concatenation> signature =
        Signature.of(MethodHandles.lookup(), Concat.TYPE.name(), Concatenation.class);
    MethodHandle redispatch = dispatcher.operator(signature).redispatch();
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      try (Pin pin = dispatcher.pin()) { // as inside a call
        assertThat(pin.epoch()).isPositive();
        assertThat((String) redispatch.invoke(CPU, x, "down")).isEqualTo("down!");
      }
    }
    assertThat(notes.calls).isEmpty();
  }

  @Test
  void aCallThatAKernelMakesAnewIsObserved() {
    defineWithCpuKernel();
    kernel(
        DispatchKey.AUTOGRAD_CPU,
        (keys, self, text) -> {
          try (Guard _ = DispatchContext.current().exclude(DispatchKey.AUTOGRAD_CPU.bits())) {
            return concat.call(self, text);
          }
        });
    Notes.All notes = new Notes.All();
    try (Registration _ = dispatcher.observe(notes)) {
      concat.call(x, "again");
    }
    assertThat(notes.keys()).containsExactly(DispatchKey.AUTOGRAD_CPU, DispatchKey.CPU);
    assertThat(notes.outcomes).containsExactly("2: [again!]", "1: [again!]");
  }

  @Test
  void aFailureIsToldAndReachesTheCaller() {
    define();
    kernel(
        DispatchKey.CPU,
        (keys, self, text) -> {
          throw new UnsupportedOperationException(text);
        });
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      assertThatThrownBy(() -> concat.call(x, "no"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(notes.outcomes).containsExactly("1: no");
    assertThat(DispatchContext.current().epoch()).isZero();
    assertThat(Stack.current().size()).isZero();
  }

  @Test
  void aMissingKernelIsNotObserved() {
    define();
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      assertThatThrownBy(() -> concat.call(x, "no")).isInstanceOf(NoKernel.class);
    }
    assertThat(notes.calls).isEmpty();
  }

  @Test
  void aCallForAnExactKeyIsNotObserved() {
    defineWithCpuKernel();
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      concat.callBoxedFor(DispatchKey.CPU, new Stack().push(x).push("exactly"));
    }
    assertThat(notes.calls).isEmpty();
  }

  @Test
  void anOperatorThatIsTaggedSoIsLeftOut() {
    define(List.of(OperatorTags.NOT_OBSERVED));
    kernel(DispatchKey.CPU, (keys, self, text) -> text + "!");
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      assertThat(concat.call(x, "quiet")).isEqualTo("quiet!");
      dispatcher.operator("t::concat").callBoxed(new Stack().push(x).push("quiet"));
    }
    assertThat(notes.calls).isEmpty();
  }

  @Test
  void anOperatorIsLeftOutForAsLongAsItsDefinitionSaysSo() {
    Registration quiet = define(List.of(OperatorTags.NOT_OBSERVED));
    kernel(DispatchKey.CPU, (keys, self, text) -> text);
    Notes notes = new Notes();
    try (Registration _ = dispatcher.observe(notes)) {
      concat.call(x, "quiet");
      quiet.close();
      define(List.of(0)); // another tag
      concat.call(x, "loud");
    }
    assertThat(notes.calls).hasSize(1);
  }

  @Test
  void observedOrNotATypedRedispatchToATransparentKeyIsRefused() {
    define();
    kernel(DispatchKey.CPU, (keys, self, text) -> concat.redispatch(PROFILER, self, text));
    assertThatThrownBy(() -> concat.call(x, "a")).isInstanceOf(FallthroughCalled.class);
    try (Registration _ = dispatcher.observe(new Notes())) {
      assertThatThrownBy(() -> concat.call(x, "a")).isInstanceOf(FallthroughCalled.class);
    }
  }

  @Test
  void theSequenceNumberIsTheNextOneOfCallsThatAreRecorded() {
    defineWithCpuKernel();
    kernel(
        DispatchKey.AUTOGRAD_CPU,
        (keys, self, text) -> text + DispatchContext.current().nextSequence());
    Notes notes = new Notes();
    long next = Internals.EPOCHS.upcomingSequence(DispatchContext.current());
    try (Registration _ = dispatcher.observe(notes)) {
      assertThat(concat.call(x, "")).isEqualTo("" + next);
      concat.call(x, "");
      try (Guard _ = DispatchContext.current().gradients(false)) {
        concat.call(x, "");
      }
      try (Guard _ = DispatchContext.current().exclude(DispatchKey.AUTOGRAD_CPU.bits())) {
        concat.call(x, "");
      }
    }
    assertThat(notes.calls.stream().map(ObservedCall::sequence))
        .containsExactly(next, next + 1, -1L, -1L);
  }
}
