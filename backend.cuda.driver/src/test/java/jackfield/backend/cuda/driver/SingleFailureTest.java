package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.error.JackfieldException;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each call of the driver fails once: the first one of an action, then the second one, and so on.
 * Nothing may stay allocated, and the device computes afterwards.
 */
final class SingleFailureTest {
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final int LARGE = 4 << 20;

  /** An action whose calls of the driver fail. */
  private interface Action {
    void run(Scene scene);
  }

  /** What is there before the action, and what ends after it. */
  private static final class Scene {
    final TestDevice test;
    final GpuContext context;
    final KernelModule module;
    final DeviceFunction scale;
    final Lease memory;
    GpuGraph graph; // null unless it was made
    GpuStream stream; // null unless it was made
    Lease shared; // null unless it was made

    Scene(TestDevice test) {
      this.test = test;
      this.context = test.context();
      this.module = context.load("test", TestDevice.ptx(), "a test");
      this.scale = module.function("scale", "aten::scale");
      this.memory = context.memory().lease(BYTES);
    }

    void capture() {
      graph =
          context.capture(() -> {
            Lease scratch = context.memory().lease(LARGE);
            try (HostNumbers numbers = new HostNumbers(7)) {
              context.stream().upload(numbers.address(), scratch.address(), Long.BYTES);
              test.run(scale, context.stream(), memory.address(), 2);
            } finally {
              context.memory().release(scratch);
            }
          });
    }

    /** Captures work of two streams beside each other. */
    void captureForked() {
      stream = context.createStream();
      graph =
          context.capture(() -> {
            try (GpuEvent forked = context.createEvent();
                GpuEvent joined = context.createEvent()) {
              forked.record(context.stream());
              stream.waitFor(forked);
              try (GpuStream.Entered _ = stream.enter()) {
                scaleScratch();
              }
              joined.record(stream);
              test.run(scale, context.stream(), memory.address(), 2);
              context.stream().waitFor(joined);
            }
          });
    }

    private void scaleScratch() {
      Lease scratch = context.memory().lease(LARGE);
      try {
        test.run(scale, context.stream(), scratch.address(), 2);
      } finally {
        context.memory().release(scratch);
      }
    }

    /** Makes a stream that has memory of its own and uses memory of the usual stream. */
    void prepareStream() {
      stream = context.createStream();
      shared = context.memory().lease(LARGE);
      try (GpuStream.Entered _ = stream.enter()) {
        Lease own = context.memory().lease(LARGE);
        test.fill(context.stream(), shared.address(), 1);
        context.stream().copyWithin(shared.address(), own.address(), BYTES);
        context.memory().release(own);
      }
    }

    void end() {
      if (graph != null) {
        graph.close();
      }
      if (stream != null) {
        stream.close();
      }
      if (shared != null) {
        context.memory().release(shared);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCaptureLeavesNothing(int code) {
    failEachCall(code, _ -> {}, Scene::capture, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCaptureOfTwoStreamsLeavesNothing(int code) {
    failEachCall(code, _ -> {}, Scene::captureForked, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theEndOfAGraphOfTwoStreamsIsNoErrorAndLeavesNothing(int code) {
    failEachCall(
        code,
        scene -> {
          scene.captureForked();
          scene.graph.replay();
        },
        scene -> scene.graph.close(),
        false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aReplayLeavesNothing(int code) {
    failEachCall(
        code,
        Scene::capture,
        scene -> {
          scene.graph.replay();
          scene.graph.awaitBlocking();
        },
        true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theEndOfAGraphIsNoErrorAndLeavesNothing(int code) {
    failEachCall(
        code,
        scene -> {
          scene.capture();
          scene.prepareStream();
          scene.graph.replay();
          try (GpuStream.Entered _ = scene.stream.enter()) {
            scene.graph.replay();
          }
        },
        scene -> scene.graph.close(),
        false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theEndOfAStreamIsNoErrorAndLeavesNothing(int code) {
    failEachCall(code, Scene::prepareStream, scene -> scene.stream.close(), false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theReleaseOfMemoryThatStreamsUseIsNoErrorAndLeavesNothing(int code) {
    failEachCall(
        code,
        Scene::prepareStream,
        scene -> {
          Lease released = scene.shared;
          scene.shared = null;
          scene.context.memory().release(released);
        },
        false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCopyThatDoesNotBlockLeavesNothing(int code) {
    failEachCall(
        code,
        _ -> {},
        scene -> {
          try (HostNumbers numbers = new HostNumbers(7)) {
            scene.context.stream()
                .copyToDeviceNonBlocking(numbers.address(), scene.memory.address(), Long.BYTES);
          }
        },
        true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theEventsOfAllStreamsLeaveNothing(int code) {
    failEachCall(
        code, Scene::prepareStream, scene -> scene.context.ends().forEach(GpuEvent::close), true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anUnloadedModuleIsNoErrorAndLeavesNothing(int code) {
    failEachCall(
        code,
        scene -> {
          scene.capture();
          scene.graph.replay();
        },
        scene -> scene.module.close(),
        false);
  }

  private static void failEachCall(int code, Action before, Action action, boolean mayThrow) {
    boolean isFailureAhead = false;
    for (int number = 1; !isFailureAhead; number++) {
      try (TestDevice test = TestDevice.open()) {
        isFailureAhead = failCall(test, number, code, before, action, mayThrow);
      }
    }
  }

  private static boolean failCall(
      TestDevice test, int number, int code, Action before, Action action, boolean mayThrow) {
    Scene scene = new Scene(test);
    DeviceFunction other = test.kernel("scale");
    test.fill(scene.context.stream(), scene.memory.address(), 1);
    Map<Kind, Long> usual = settled(scene);
    before.run(scene);
    test.control().failCall(number, code);
    JackfieldException thrown = null;
    try {
      action.run(scene);
    } catch (CudaFailure | DeviceOutOfMemory | CaptureRefused failed) {
      thrown = failed;
    }
    boolean isFailureAhead = test.control().isFailureAhead();
    test.control().failCall(0, 0);
    String call = "call %d fails with %d: %s".formatted(number, code, thrown);
    assertThat(thrown == null || (mayThrow && !isFailureAhead)).as(call).isTrue();
    scene.end();
    Map<Kind, Long> left = settled(scene);
    left.put(Kind.MODULES, usual.get(Kind.MODULES)); // an action may unload one
    assertThat(left).as(call).isEqualTo(usual);
    assertThat(product(scene, other)).as(call).isEqualTo(4);
    return isFailureAhead;
  }

  private static double product(Scene scene, DeviceFunction scale) {
    GpuStream stream = scene.context.stream();
    scene.test.fill(stream, scene.memory.address(), 1);
    scene.test.run(scale, stream, scene.memory.address(), 4);
    return scene.test.first(stream, scene.memory.address());
  }

  /** Returns what is allocated when all work is done and no memory is kept for later. */
  private static Map<Kind, Long> settled(Scene scene) {
    scene.context.awaitIdleBlocking();
    scene.context.memory().trim();
    scene.context.pinned().trim();
    Map<Kind, Long> live = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      live.put(kind, scene.test.control().live(kind));
    }
    assertThat(scene.context.pinned().statistics().usedBytes()).isZero();
    assertThat(scene.context.memory().statistics().usedBytes()).isEqualTo(BYTES);
    assertThat(scene.context.content().graphs()).isZero();
    return live;
  }
}
