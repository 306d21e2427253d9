package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads read a tensor while its memory is removed. */
final class EvacuationRaceTest {
  private static final Device DEVICE = new Device("acme", -1);
  private static final long ON_DEVICE = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());
  private static final long ON_HOST = KeySets.ofTensor(DispatchKey.CPU.bits());

  private final LentMemory memory = new LentMemory();

  @Test
  @Tag("thorough")
  void readersSeeRightValuesOrAreRefused() throws Exception {
    for (int round = 0; round < 50; round++) {
      race(new MemoryDomain(DEVICE, memory, TensorFate.EVACUATE));
    }
  }

  private static void race(MemoryDomain domain) throws Exception {
    Tensor x = LentMemory.tensor(domain, ON_DEVICE, 1, 2, 3, 4);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong read = new AtomicLong();
    List<CompletableFuture<Void>> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      readers.add(
          CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
              read(x, read);
            }
            read(x, read);
          }));
    }
    long began = read.get();
    while (read.get() == began) {
      Thread.onSpinWait();
    }
    DomainRemoval removing = new DomainRemoval("acme 1.0.0", List.of(domain));
    removing.seal();
    RunningCalls.await();
    removing.settle(true);
    RunningCalls.await();
    removing.open();
    isOver.set(true);
    for (CompletableFuture<Void> reader : readers) {
      reader.get();
    }
    assertThat(HostData.floats(x)).containsExactly(1, 2, 3, 4);
  }

  /** Simulates a call: it reads the keys, then an address, then elements through a new view. */
  private static void read(Tensor x, AtomicLong read) {
    DispatchContext context = DispatchContext.current();
    context.enter(0);
    try {
      long keys = x.keyBits();
      Tensor view = x.alias(new long[] {2}, new long[] {1}, 2);
      long address = view.address();
      boolean isHost = x.storage().domain() == MemoryDomain.host();
      assertThat(keys).isEqualTo(isHost ? ON_HOST : ON_DEVICE);
      assertThat(HostBytes.floatAt(address)).isEqualTo(3);
      assertThat(HostBytes.floatAt(address + Float.BYTES)).isEqualTo(4);
    } catch (BackendGone refused) {
      assertThat(refused.isUndecided()).isTrue();
    } finally {
      context.exit();
      read.incrementAndGet();
    }
  }
}
