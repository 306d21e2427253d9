package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.cuda.standin.StandIn.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Copies that do not block: the stand-in reads pinned memory when a copy runs, not earlier. */
final class PinnedPoolTest {
  private static final int BYTES = 8;

  /** Starts a copy of a number and overwrites the number at once. */
  private static void copyAndOverwrite(GpuStream stream, long address, double value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(BYTES, BYTES);
      host.set(ValueLayout.JAVA_DOUBLE, 0, value);
      stream.copyToDeviceNonBlocking(host.address(), address, BYTES);
      host.set(ValueLayout.JAVA_DOUBLE, 0, -1);
    }
  }

  @Test
  void theHostMayChangeItsBytesWhenTheCallReturns() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      long address = test.context().memory().lease(BYTES).address();
      copyAndOverwrite(stream, address, 7);
      assertThat(test.context().pinned().statistics().usedBytes()).isEqualTo(4096);
      assertThat(test.first(stream, address)).isEqualTo(7);
    }
  }

  @Test
  void aBlockIsUsedAgainOnlyWhenItsCopyIsDone() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      PinnedPool pool = test.context().pinned();
      long[] addresses = new long[3];
      for (int i = 0; i < 3; i++) {
        addresses[i] = test.context().memory().lease(BYTES).address();
      }
      DeviceFunction scale = test.kernel("scale");
      test.run(
          scale, stream, test.context().memory().lease(2048).address(), 2); // before the copies
      copyAndOverwrite(stream, addresses[0], 5);
      copyAndOverwrite(stream, addresses[1], 6);
      assertThat(test.first(stream, addresses[0])).isEqualTo(5);
      assertThat(test.first(stream, addresses[1])).isEqualTo(6);
      long pinnings = pool.statistics().pinnings();
      copyAndOverwrite(stream, addresses[2], 7);
      assertThat(pool.statistics().pinnings()).isEqualTo(pinnings);
      assertThat(pool.statistics().usedBytes()).isEqualTo(4096);
      assertThat(test.first(stream, addresses[2])).isEqualTo(7);
    }
  }

  @Test
  void aCopyBeyondTheLimitIsDoneWithoutPinnedMemory() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      PinnedPool pool = test.context().pinned();
      pool.limitTo(4095);
      long address = test.context().memory().lease(BYTES).address();
      copyAndOverwrite(stream, address, 8);
      assertThat(pool.statistics().refusals()).isEqualTo(1);
      assertThat(pool.statistics().reservedBytes()).isZero();
      assertThat(test.first(stream, address)).isEqualTo(8);
    }
  }

  @Test
  void aHostThatCannotPinMoreCopiesWithoutPinnedMemory() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      long address = test.context().memory().lease(BYTES).address();
      test.control().failNextCall("cuMemHostAlloc", 2);
      copyAndOverwrite(stream, address, 9);
      assertThat(test.context().pinned().statistics().refusals()).isEqualTo(1);
      assertThat(test.first(stream, address)).isEqualTo(9);
    }
  }

  @Test
  void trimmedAndClosedPoolsHoldNothing() {
    TestDevice test = TestDevice.open();
    long leaked = test.control().leaked(Kind.PINNED_BYTES) + test.control().leaked(Kind.EVENTS);
    GpuStream stream = test.context().stream();
    long address = test.context().memory().lease(BYTES).address();
    copyAndOverwrite(stream, address, 1);
    stream.awaitBlocking();
    test.context().pinned().trim();
    assertThat(test.control().live(Kind.PINNED_BYTES)).isZero();
    assertThat(test.context().pinned().statistics().reservedBytes()).isZero();
    copyAndOverwrite(stream, address, 2);
    assertThat(test.control().live(Kind.PINNED_BYTES)).isEqualTo(4096);
    test.close();
    assertThat(test.control().leaked(Kind.PINNED_BYTES) + test.control().leaked(Kind.EVENTS))
        .isEqualTo(leaked);
  }

  @Test
  void aPoisonedDeviceRefusesTheCopy() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().stream();
      long address = test.context().memory().lease(BYTES).address();
      copyAndOverwrite(stream, address, 1);
      test.control().removeDevice();
      assertThat(catchThrowable(stream::awaitBlocking)).isInstanceOf(CudaFailure.class);
      assertThat(catchThrowable(() -> copyAndOverwrite(stream, address, 2)))
          .isInstanceOf(DevicePoisoned.class);
      test.reset();
    }
  }
}
