package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class DeviceMemoryTest {
  @Test
  void aReleasedBlockIsUsedAgainWithoutTheDriver() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      Lease first = memory.lease(1000);
      long address = first.address();
      memory.release(first);
      assertThat(memory.lease(900).address()).isEqualTo(address);
      assertThat(memory.statistics().segments()).isEqualTo(1);
      assertThat(memory.statistics().usedBytes()).isEqualTo(1024);
    }
  }

  @Test
  void unusedMemoryIsReturnedAndTheAllocationTriedOnceMore() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      memory.release(memory.lease(40 << 20));
      Lease other = memory.lease(60 << 20); // fits only after the first segment is returned
      assertThat(other.address()).isNotZero();
      assertThat(memory.statistics().retries()).isEqualTo(1);
      assertThat(memory.statistics().reservedBytes()).isEqualTo(60 << 20);
    }
  }

  @Test
  void tooLittleMemoryIsReportedWithASummaryAndWorkGoesOn() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      Lease held = memory.lease(40 << 20);
      DeviceOutOfMemory error =
          catchThrowableOfType(DeviceOutOfMemory.class, () -> memory.lease(30 << 20));
      assertThat(error.requestedBytes()).isEqualTo(30 << 20);
      assertThat(error.statistics().usedBytes()).isEqualTo(40 << 20);
      assertThat(error.statistics().failures()).isEqualTo(1);
      assertThat(error.getMessage()).contains("41943040 bytes used in 1 blocks");
      assertThat(memory.lease(1 << 20).address()).isNotZero();
      memory.release(held);
    }
  }

  @Test
  void anAllocationThatTheDriverRefusesOnceIsTriedAgain() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      test.control().failNextCall("cuMemAlloc_v2", 2); // another process took the memory
      assertThat(memory.lease(1000).address()).isNotZero();
      assertThat(memory.statistics().retries()).isEqualTo(1);
      assertThat(memory.statistics().failures()).isZero();
    }
  }

  @Test
  void smallBlocksThatWereReleasedAreJoinedWhenMemoryIsShort() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      memory.limitTo(2 << 20);
      List<Lease> small = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        small.add(memory.lease(32 << 10));
      }
      small.forEach(memory::release);
      assertThat(memory.lease(1 << 20).address()).isNotZero();
      assertThat(memory.statistics().retries()).isZero(); // nothing was collected for it
    }
  }

  @Test
  void aLimitIsKept() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      memory.limitTo(8 << 20);
      assertThat(catchThrowableOfType(DeviceOutOfMemory.class, () -> memory.lease(9 << 20)))
          .isNotNull();
      assertThat(memory.lease(8 << 20).address()).isNotZero();
    }
  }

  @Test
  void memoryThatNobodyRefersToIsFoundBeforeTheAllocationFails() {
    try (TestDevice test = TestDevice.open()) {
      MemoryDomain domain = test.context().domain();
      for (int i = 0; i < 20; i++) {
        assertThat(domain.allocate(30 << 20).address()).isNotZero();
      }
    }
  }

  @Test
  void aBlockThatAnotherStreamUsesIsNotUsedAgainBeforeThatWorkIsDone() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Storage storage = context.domain().allocate(2048);
      long address = storage.address();
      GpuStream other = context.createStream();
      test.fill(other, address, 1); // waits in the queue of the other stream
      context.memory().usedBy(storage, other);
      storage.close();
      assertThat(context.memory().lease(2048).address()).isNotEqualTo(address);
      other.awaitBlocking();
      assertThat(context.memory().lease(2048).address()).isEqualTo(address);
    }
  }

  @Test
  void blocksNeverOverlapAndAllComeBack() {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      List<long[]> ranges = new ArrayList<>();
      List<Lease> leases = new ArrayList<>();
      for (int step = 0; step < 2000; step++) {
        if (leases.size() > 20 || (!leases.isEmpty() && random.nextBoolean())) {
          int chosen = random.nextInt(leases.size());
          memory.release(leases.remove(chosen));
          ranges.remove(chosen);
        } else {
          long size = 1 + random.nextLong(random.nextBoolean() ? 4000 : 2_500_000);
          Lease lease = memory.lease(size);
          for (long[] range : ranges) {
            assertThat(lease.address() + size <= range[0] || lease.address() >= range[1])
                .as("seed %d", seed)
                .isTrue();
          }
          leases.add(lease);
          ranges.add(new long[] {lease.address(), lease.address() + size});
        }
      }
      leases.forEach(memory::release);
      memory.trim();
      assertThat(memory.statistics().usedBytes()).as("seed %d", seed).isZero();
      assertThat(memory.statistics().reservedBytes()).as("seed %d", seed).isZero();
    }
  }

  @Test
  void aDoubleReleaseIsRefusedBeforeTheDriverSeesIt() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      Lease lease = memory.lease(100);
      memory.release(lease);
      assertThat(catchThrowableOfType(HandleReleased.class, () -> memory.release(lease)).handle())
          .isEqualTo("the memory");
      assertThat(memory.statistics().blocks()).isZero();
    }
  }
}
