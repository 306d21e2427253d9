package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Pin;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long LOOK_NANOS = 200_000;

  private final HostMemory memory = new HostMemory(64 * MIB);
  private final MemoryDomain domain = new MemoryDomain(Device.CPU, memory);

  @Test
  void everyBlockIsAlignedToACacheLine() {
    for (long size = 1; size < 100_000; size = size * 3 / 2 + 1) {
      assertThat(domain.allocate(size).address() % 64).as("size " + size).isZero();
    }
  }

  @Test
  void blocksThatAreAliveDoNotOverlap() {
    List<Storage> alive = new ArrayList<>();
    Set<Long> lines = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      Storage storage = domain.allocate(100 + 20L * i);
      alive.add(storage);
      for (long at = 0; at < storage.sizeBytes(); at += 64) {
        assertThat(lines.add((storage.address() + at) / 64)).isTrue();
      }
    }
    assertThat(alive).hasSize(500);
  }

  @Test
  void aClosedLargeBlockIsGivenOutAgainAtOnce() {
    Storage first = domain.allocate(MIB);
    long address = first.address();
    first.close();
    assertThat(domain.allocate(MIB).address()).isEqualTo(address);
  }

  @Test
  void aClosedBlockIsRefused() {
    Storage storage = domain.allocate(MIB);
    storage.close();
    assertThat(catchThrowableOfType(TensorClosed.class, storage::address).sizeBytes())
        .isEqualTo(MIB);
  }

  @Test
  void closingTwiceReleasesOnce() {
    Storage storage = domain.allocate(MIB);
    storage.close();
    storage.close();
    assertThat(domain.allocate(MIB).address()).isNotEqualTo(domain.allocate(MIB).address());
  }

  @Test
  void aBlockThatAnotherThreadMayReadWaitsForItsCall() {
    Storage shared = domain.allocate(2 * MIB);
    long address = shared.address();
    try (Pin pin = Pin.open()) {
      assertThat(pin.epoch()).isPositive();
      CompletableFuture.runAsync(shared::close).join();
      for (int i = 0; i < 8; i++) {
        assertThat(domain.allocate(2 * MIB).address()).isNotEqualTo(address);
      }
    }
  }

  @Tag("slow")
  @Test
  void unreachableTensorsStayWithinTheBudget() {
    for (int i = 0; i < 1_000; i++) {
      Storage dropped = domain.allocate(MIB);
      HostBytes.putLong(dropped.address(), i);
      assertThat(memory.takenBytes()).isLessThanOrEqualTo(memory.budgetBytes());
    }
  }

  @Test
  void unreachableSmallTensorsStayWithinTheBudget() {
    for (int i = 0; i < 200_000; i++) {
      HostBytes.putLong(domain.allocate(1024).address(), i);
    }
    assertThat(memory.takenBytes()).isLessThanOrEqualTo(memory.budgetBytes());
  }

  @Tag("slow")
  @Test
  void callsThatAllocateInsideAnEpochReuseCollectedBlocks() {
    for (int i = 0; i < 500_000; i++) {
      try (Pin _ = Pin.open()) {
        HostBytes.putLong(domain.allocate(1024).address(), i);
      }
      assertThat(memory.takenBytes()).isLessThanOrEqualTo(2 * memory.budgetBytes());
    }
  }

  @Test
  void aCallMayDropTheSizeOfTheBudgetButNotMore() {
    OutOfTensorMemory error;
    try (Pin _ = Pin.open()) {
      error =
          catchThrowableOfType(
              OutOfTensorMemory.class,
              () -> {
                for (int i = 0; i < 200; i++) {
                  HostBytes.putLong(domain.allocate(MIB).address(), i);
                }
              });
    }
    assertThat(error.takenBytes()).isBetween(100 * MIB, 128 * MIB);
    assertThat(error).hasMessageContaining("wait for running calls to end");
    assertThat(domain.allocate(MIB).address()).isPositive();
    assertThat(memory.takenBytes()).isLessThanOrEqualTo(memory.budgetBytes());
  }

  @Test
  void theExtraBudgetOfACallIsNotForLiveBlocksAfterwards() {
    List<Storage> alive = new ArrayList<>();
    try (Pin _ = Pin.open()) {
      for (int i = 0; i < 60; i++) {
        HostBytes.putLong(domain.allocate(MIB).address(), i);
      }
      for (int i = 0; i < 50; i++) {
        alive.add(domain.allocate(MIB));
      }
      assertThat(memory.takenBytes()).isGreaterThan(memory.budgetBytes());
    }
    OutOfTensorMemory error =
        catchThrowableOfType(
            OutOfTensorMemory.class,
            () -> {
              for (int i = 0; i < 50; i++) {
                alive.add(domain.allocate(MIB));
              }
            });
    assertThat(error).isNotNull();
    assertThat(alive).hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void liveBlocksCannotExceedTheBudget() {
    List<Storage> alive = new ArrayList<>();
    OutOfTensorMemory error =
        catchThrowableOfType(
            OutOfTensorMemory.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                alive.add(domain.allocate(MIB));
              }
            });
    assertThat(error.budgetBytes()).isEqualTo(64 * MIB);
    assertThat(error.takenBytes()).isGreaterThan(60 * MIB);
    alive.forEach(Storage::close);
    assertThat(domain.allocate(MIB).address()).isPositive();
  }

  @Test
  void sizeClassesWasteAnEighthAtMost() {
    for (long size = 4097; size < 1L << 40; size = size * 9 / 8 + 7) {
      long rounded = BlockCache.roundUp(size);
      assertThat(rounded).isBetween(size, size + size / 8 + 64);
      assertThat(BlockCache.roundUp(rounded)).isEqualTo(rounded);
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {Long.MAX_VALUE, (1L << 63) - 4, 1L << 62, (1L << 60) + 1, -1, -4096, 1L << 63})
  void sizesBeyondAllMemoryAreRefused(long sizeBytes) {
    for (HostMemory each : List.of(memory, new HostMemory(Long.MAX_VALUE))) {
      OutOfTensorMemory error =
          catchThrowableOfType(OutOfTensorMemory.class, () -> each.allocate(domain, sizeBytes));
      assertThat(error.requestedBytes()).isEqualTo(sizeBytes < 0 ? Long.MAX_VALUE : sizeBytes);
      assertThat(error.takenBytes()).isBetween(0L, 64 * MIB);
      assertThat(error.getMessage()).doesNotContain("-9").contains("jackfield.memory.budget");
    }
  }

  @Test
  void aTensorBeyondAllMemoryIsRefused() {
    OutOfTensorMemory error =
        catchThrowableOfType(
            OutOfTensorMemory.class, () -> HostData.empty(DType.FLOAT32, (1L << 61) - 1));
    assertThat(error.requestedBytes()).isEqualTo(Long.MAX_VALUE - 3);
  }

  @Test
  void freeBlocksAreReturnedWhenTheSystemHasNoMoreMemory() {
    CountingHeap heap = new CountingHeap(10 * MIB);
    HostMemory scarce = new HostMemory(64 * MIB, heap, Faults.NONE);
    Storage small = scarce.allocate(domain, 4 * MIB);
    scarce.allocate(domain, 5 * MIB);
    scarce.release(small, true);
    Storage large = scarce.allocate(domain, 9 * MIB);
    OutOfTensorMemory error =
        catchThrowableOfType(OutOfTensorMemory.class, () -> scarce.allocate(domain, 4 * MIB));
    assertThat(error.takenBytes()).isEqualTo(9 * MIB).isEqualTo(heap.takenBytes());
    scarce.release(large, true);
    scarce.trim();
    assertThat(scarce.takenBytes()).isZero();
    assertThat(heap.takenBytes()).isZero();
  }

  @Test
  void memoryIsCollectedBeforeACallerReachesTheBudget() {
    HostMemory large = new HostMemory(256 * MIB);
    for (long taken = 0; taken < 200 * MIB; taken += MIB) {
      large.allocate(domain, MIB); // unreachable at once
    }
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (large.takenBytes() > 192 * MIB && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    assertThat(large.takenBytes()).isLessThanOrEqualTo(192 * MIB);
  }
}
