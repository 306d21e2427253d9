package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.dispatcher.impl.registry.LoanMemory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.memory.Storage;
import jackfield.memory.TensorFate;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorTags;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The check before a swap of a backend whose tensors are in the device's memory. */
final class DeviceSelfChecksTest {
  private final LocalDispatcher serving = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(serving);

  private static double twice(double value) {
    return 2 * value;
  }

  private static double same(double value) {
    return value;
  }

  private static Acme acme() {
    return new Acme(DeviceSelfChecksTest::twice, DeviceSelfChecksTest::same);
  }

  private static Acme wrong() {
    return new Acme(DeviceSelfChecksTest::same, DeviceSelfChecksTest::same);
  }

  /** Defines the operators of these tests, and optionally the one that transfers tensors. */
  private record Operators(boolean transfers) implements OperatorLibrary {
    @Override
    public String namespace() {
      return "t";
    }

    @Override
    public void define(Library library) {
      List<Integer> tags = transfers ? List.of(OperatorTags.TRANSFERS) : List.of();
      library.define("move(Tensor self, *, Device device) -> Tensor", tags);
      library.define("twice(Tensor self) -> Tensor");
      library.define("like(Tensor self) -> Tensor");
    }
  }

  /** A backend of the device {@code acme} with a function for its loops and one for its copies. */
  private record Acme(
      LoanMemory memory,
      DoubleUnaryOperator loop,
      DoubleUnaryOperator copy,
      boolean writes,
      boolean answersThere)
      implements Backend {
    Acme(DoubleUnaryOperator loop, DoubleUnaryOperator copy) {
      this(new LoanMemory(TensorFate.ORPHAN), loop, copy, true, true);
    }

    @Override
    public String device() {
      return memory.device();
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.memory(memory.domain);
      boxed(kernels, "t::twice", kernels.key(), (called, keys, stack) -> answer(stack, loop));
      boxed(kernels, "t::like", kernels.key(), (called, keys, stack) -> like(stack));
      DispatchKey any = DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD;
      boxed(kernels, "t::move", any, (called, keys, stack) -> move(stack));
    }

    private static void boxed(
        KernelRegistrar kernels, String operator, DispatchKey key, BoxedKernel kernel) {
      kernels.boxed(OperatorName.parse(operator), key, kernel);
    }

    private Tensor made(long... sizes) {
      Storage storage = memory.domain.allocate(9 * Float.BYTES);
      long keys = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());
      return Tensor.of(keys, DType.FLOAT32, storage, sizes, new long[] {3, 1}, 0);
    }

    private void answer(Stack stack, DoubleUnaryOperator change) {
      Tensor self = stack.tensor(stack.size() - 1);
      Tensor to = answersThere ? made(self.sizes()) : HostData.empty(DType.FLOAT32, 3, 3);
      stack.replace(1, filled(to, self, change));
    }

    private void like(Stack stack) {
      if (writes) {
        answer(stack, value -> 5);
      } else {
        stack.replace(1, made(3, 3));
      }
    }

    private void move(Stack stack) {
      Tensor self = stack.tensor(stack.size() - 2);
      Device to = stack.device(stack.size() - 1);
      Tensor target = to.isHost() ? HostData.empty(DType.FLOAT32, 3, 3) : made(3, 3);
      stack.replace(2, filled(target, self, copy));
    }

    private static Tensor filled(Tensor to, Tensor from, DoubleUnaryOperator change) {
      for (int i = 0; i < 9; i++) {
        float value = HostBytes.floatAt(from.address() + (long) i * Float.BYTES);
        HostBytes.putFloat(
            to.address() + (long) i * Float.BYTES, (float) change.applyAsDouble(value));
      }
      return to;
    }
  }

  /** Plugs {@code old} and checks {@code replacement}, which is to replace it. */
  private CheckOutcome check(boolean transfers, Backend old, Backend replacement) {
    whiteboard.plug(new Operators(transfers), Provenance.of("operators"), 0);
    whiteboard.plug(old, Provenance.of("old"), 0);
    Offer arriving = Offer.of(replacement, Provenance.of("new"), 0);
    return new SelfChecks(serving, whiteboard.offers(), List.of(old), List.of(arriving))
        .run(List.of());
  }

  @Test
  void aKernelThatComputesTheSameOnTheDeviceAgrees() {
    CheckOutcome outcome = check(true, acme(), acme());
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.text()).isEqualTo("3 of 3 operators agree");
  }

  @Test
  void otherValuesOnTheDeviceAreAMistake() {
    CheckOutcome outcome = check(true, acme(), wrong());
    assertThat(outcome.differences())
        .extracting(Difference::subject, Difference::problem)
        .containsExactly(tuple("t::twice", "gives other values"));
  }

  @Test
  void copiesThatChangeWhatTheyCopyAreAMistake() {
    CheckOutcome outcome =
        check(true, acme(), new Acme(DeviceSelfChecksTest::twice, value -> value + 1));
    assertThat(outcome.differences()).extracting(Difference::subject).contains("t::move");
  }

  @Test
  void unwrittenMemoryMayDiffer() {
    LoanMemory memory = new LoanMemory(TensorFate.ORPHAN);
    Acme empty =
        new Acme(memory, DeviceSelfChecksTest::twice, DeviceSelfChecksTest::same, false, true);
    assertThat(check(true, empty, acme()).differences()).isEmpty();
  }

  @Test
  void theSameValuesOnTheHostAreAMistake() {
    Acme near =
        new Acme(
            new LoanMemory(TensorFate.ORPHAN),
            DeviceSelfChecksTest::twice,
            DeviceSelfChecksTest::same,
            true,
            false);
    assertThat(check(true, acme(), near).differences())
        .extracting(Difference::subject)
        .containsExactlyInAnyOrder("t::twice", "t::like");
  }

  @Test
  void withoutATransferNothingIsComparedOnTheDevice() {
    CheckOutcome outcome = check(false, acme(), wrong());
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.skipped()).hasSize(2);
  }
}
