package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.StreamRefused;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The stream of a thread, and memory that the work of several streams uses. */
final class CurrentStreamTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int SEEDS = 50;

  @Test
  void aThreadHasTheStreamThatItEnteredLast() throws InterruptedException {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      GpuStream usual = context.stream();
      List<GpuStream> ofOther = new ArrayList<>();
      try (GpuStream first = context.createStream();
          GpuStream second = context.createStream()) {
        try (GpuStream.Entered _ = first.enter()) {
          try (GpuStream.Entered _ = second.enter()) {
            assertThat(context.stream()).isSameAs(second);
            Thread other = new Thread(() -> ofOther.add(context.stream()), "other");
            other.start();
            other.join();
          }
          assertThat(context.stream()).isSameAs(first);
        }
        assertThat(context.stream()).isSameAs(usual);
        assertThat(ofOther).containsExactly(usual);
      }
    }
  }

  @Test
  void anotherThreadCannotLeaveTheStream() throws InterruptedException {
    try (TestDevice test = TestDevice.open();
        GpuStream stream = test.context().createStream();
        GpuStream.Entered entered = stream.enter()) {
      List<Throwable> thrown = new ArrayList<>();
      Thread other = new Thread(() -> thrown.add(catchThrowable(entered::close)), "other");
      other.start();
      other.join();
      assertThat(thrown.getFirst()).isInstanceOf(StreamRefused.class);
      assertThat(thrown.getFirst()).hasMessageContainingAll("asked", "found", "available", "try");
      assertThat(test.context().stream()).isSameAs(stream);
    }
  }

  @Test
  void aStreamIsLeftOnce() {
    try (TestDevice test = TestDevice.open();
        GpuStream first = test.context().createStream();
        GpuStream second = test.context().createStream()) {
      GpuStream.Entered left = first.enter();
      left.close();
      try (GpuStream.Entered _ = second.enter()) {
        left.close();
        assertThat(test.context().stream()).isSameAs(second);
      }
    }
  }

  @Test
  void streamsAreLeftInTheReverseOrderOnly() {
    try (TestDevice test = TestDevice.open();
        GpuStream first = test.context().createStream();
        GpuStream second = test.context().createStream()) {
      GpuStream.Entered outer = first.enter();
      GpuStream.Entered inner = second.enter();
      assertThat(refused(outer::close)).startsWith("leaving a stream before");
      assertThat(test.context().stream()).isSameAs(second);
      inner.close();
      assertThat(test.context().stream()).isSameAs(first);
      GpuStream.Entered again = first.enter();
      assertThat(refused(outer::close)).startsWith("leaving a stream before");
      again.close();
      outer.close();
      assertThat(test.context().stream()).isNotSameAs(first);
    }
  }

  @Test
  void aStreamIsClosedWhenAllThreadsHaveLeftIt() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().createStream();
      CountDownLatch mayLeave = new CountDownLatch(1);
      CountDownLatch isEntered = new CountDownLatch(1);
      Background other =
          Background.run(() -> {
            try (GpuStream.Entered _ = stream.enter()) {
              isEntered.countDown();
              await(mayLeave);
              stream.zero(test.context().memory().lease(BYTES).address(), BYTES);
            }
          });
      await(isEntered);
      assertThat(refused(stream::close)).isEqualTo("closing the stream");
      mayLeave.countDown();
      assertThat(other.await()).isNull();
      stream.close();
      assertThat(catchThrowable(stream::enter)).isInstanceOf(HandleReleased.class);
    }
  }

  @Test
  void theStreamOfTheContextIsNotClosedByAUser() {
    try (TestDevice test = TestDevice.open()) {
      GpuStream usual = test.context().stream();
      assertThat(refused(usual::close)).isEqualTo("closing the context's own stream");
      usual.zero(test.context().memory().lease(BYTES).address(), BYTES);
      usual.awaitBlocking();
      try (GpuStream other = test.context().createStream();
          GpuStream.Entered _ = other.enter()) {
        assertThat(refused(usual::close)).isEqualTo("closing the context's own stream");
      }
    }
  }

  @Test
  void aThreadThatEndedInAStreamDoesNotKeepItOpen() throws InterruptedException {
    try (TestDevice test = TestDevice.open()) {
      GpuStream stream = test.context().createStream();
      Thread careless = new Thread(stream::enter, "careless");
      careless.start();
      careless.join();
      stream.close();
      assertThat(catchThrowable(stream::awaitBlocking)).isInstanceOf(HandleReleased.class);
    }
  }

  private static String refused(Runnable action) {
    return catchThrowableOfType(StreamRefused.class, action::run).work();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  @Test
  void aStreamThatIsClosedReturnsItsMemoryAtOnceOrWhenItIsReleased() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory memory = test.context().memory();
      GpuStream stream = test.context().createStream();
      Lease kept;
      try (GpuStream.Entered _ = stream.enter()) {
        kept = memory.lease(4 << 20);
        memory.release(memory.lease(BYTES));
      }
      assertThat(memory.statistics().segments()).isEqualTo(2);
      stream.close();
      assertThat(memory.statistics().segments()).isEqualTo(1);
      memory.release(kept);
      assertThat(memory.statistics().reservedBytes()).isZero();
    }
  }

  @Test
  void memoryIsNotReusedBeforeAllStreamsThatUseItHavePassed() {
    try (TestDevice test = TestDevice.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        assertThat(released(test, seed, true)).as("seed %d", seed).isEqualTo(6);
      }
    }
  }

  /** The schedules are worth something: a block that is noted nowhere is reused too early. */
  @Test
  void memoryWhoseUseIsNotNotedIsReusedTooEarlyInSomeSchedule() {
    try (TestDevice test = TestDevice.open()) {
      Set<Double> results = new HashSet<>();
      for (int seed = 0; seed < SEEDS; seed++) {
        results.add(released(test, seed, false));
      }
      assertThat(results).hasSizeGreaterThan(1);
    }
  }

  /** Uses memory of the usual stream on another one, frees it, and lets the usual stream write. */
  private static double released(TestDevice test, int seed, boolean isNoted) {
    test.control().seed(seed);
    GpuContext context = test.context();
    DeviceFunction scale = test.kernel("scale");
    DeviceMemory memory = context.memory();
    Lease shared = memory.lease(BYTES);
    Lease result = memory.lease(BYTES);
    test.fill(context.stream(), shared.address(), 2);
    context.awaitIdleBlocking();
    try (GpuStream other = context.createStream()) {
      if (isNoted) {
        try (GpuStream.Entered _ = other.enter()) {
          test.run(scale, context.stream(), shared.address(), 3);
          context.stream().copyWithin(shared.address(), result.address(), BYTES);
        }
      } else {
        test.runUnnoted(scale, other, shared.address(), 3);
        test.runUnnoted(scale, other, shared.address(), 1);
      }
      long former = shared.address();
      memory.release(shared);
      Lease next = memory.lease(BYTES);
      test.fill(context.stream(), next.address(), 100);
      context.stream().copyWithin(next.address(), next.address() + 8, 8);
      context.awaitIdleBlocking();
      double found = test.first(other, isNoted ? result.address() : former);
      memory.release(next);
      memory.release(result);
      return found;
    }
  }
}
