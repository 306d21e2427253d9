package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.memory.HostBytes;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SampleCallsTest {
  private static final int CALLS = 3_000; // enough to use up a slab several times
  private static final OperatorName NAME = OperatorName.parse("t::make");

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  private interface Filling {
    void fill(Tensor tensor);
  }

  /** Registers an operator that creates a tensor of its argument's sizes. */
  private void define(Filling filling) {
    dispatcher.commit(
        Provenance.of("t"),
        changes -> {
          changes.define(OperatorSchema.parse("t::make(Tensor self) -> Tensor"));
          changes.kernel(
              NAME,
              DispatchKey.CPU,
              KernelFunction.boxed((operator, keys, stack) -> make(stack, filling)));
        });
  }

  private static void make(Stack stack, Filling filling) {
    Tensor self = stack.tensor(stack.size() - 1);
    Tensor made = HostData.empty(DType.FLOAT32, self.sizes());
    filling.fill(made);
    stack.replace(1, made);
  }

  private List<Object> values(double poison) {
    return new SampleCalls(NAME, SampleDevice.HOST)
        .call(dispatcher, new SampleCalls.Trial(poison, 1))
        .orElseThrow()
        .values();
  }

  @Test
  void unwrittenElementsDifferInEachCall() {
    define(made -> {});
    for (int i = 0; i < CALLS; i++) {
      assertThat(SampleCalls.agree(values(1e3), values(-7e5))).isFalse();
    }
  }

  @Test
  void writtenElementsAreTheSameInEachCall() {
    define(made -> HostData.forEachAddress(made, at -> HostBytes.putFloat(at, 3)));
    for (int i = 0; i < CALLS; i++) {
      assertThat(SampleCalls.agree(values(1e3), values(-7e5))).isTrue();
    }
  }
}
