package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.internal.MemoryRemoval;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tensors that cannot be evacuated, for lack of memory or of the device, are orphaned. */
final class EvacuationFailureTest {
  private static final Device DEVICE = new Device("acme", -1);
  private static final long ON_DEVICE = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());

  private final LentMemory memory = new LentMemory();

  private static MemoryRemoval.Outcome leave(MemoryDomain domain) {
    DomainRemoval removal = new DomainRemoval("acme 1.0.0", List.of(domain));
    removal.seal();
    RunningCalls.await();
    MemoryRemoval.Outcome outcome = removal.settle(true);
    RunningCalls.await();
    removal.open();
    return outcome;
  }

  @Test
  void onlyTensorsBeyondTheBudgetAreOrphaned() {
    long[] nowhere = new long[1];
    MemoryProvider large =
        new MemoryProvider() {
          @Override
          public Storage allocate(MemoryDomain domain, long sizeBytes) {
            return sizeBytes < 1 << 20
                ? memory.allocate(domain, sizeBytes)
                : new Storage(domain, 64, sizeBytes, nowhere);
          }

          @Override
          public void release(Storage storage, boolean isPrivate) {}

          @Override
          public void copyToHost(Storage from, long address) {
            memory.copyToHost(from, address);
          }
        };
    MemoryDomain domain = new MemoryDomain(DEVICE, large, TensorFate.EVACUATE);
    long[] sizes = {1L << 48};
    Storage storage = domain.allocate(sizes[0] * Float.BYTES);
    Tensor x = Tensor.of(ON_DEVICE, DType.FLOAT32, storage, sizes, new long[] {1}, 0);
    Tensor small = LentMemory.tensor(domain, ON_DEVICE, 1, 2);
    MemoryRemoval.Outcome outcome = leave(domain);
    assertThat(outcome.evacuated()).isEqualTo(new MemoryRemoval.Tally(1, 8));
    assertThat(outcome.orphaned()).isEqualTo(new MemoryRemoval.Tally(1, 1L << 50));
    assertThat(outcome.problem()).startsWith("out of tensor memory");
    assertThat(HostData.floats(small)).containsExactly(1, 2);
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
  }

  @Test
  void aTensorThatCannotBeCopiedIsOrphaned() {
    MemoryDomain domain = new MemoryDomain(DEVICE, memory, TensorFate.EVACUATE);
    Tensor x = LentMemory.tensor(domain, ON_DEVICE, 1);
    memory.isBroken = true;
    assertThat(leave(domain))
        .hasToString(
            "1 tensor, 4 bytes orphaned: java.lang.IllegalStateException: the device is" + " lost");
    assertThat(x.device()).isEqualTo(DEVICE);
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
    assertThat(memory.released).hasSize(1);
  }
}
