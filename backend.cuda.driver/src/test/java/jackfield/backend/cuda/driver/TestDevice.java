package jackfield.backend.cuda.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.cuda.standin.StandIn;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.memory.HostBytes;
import jackfield.memory.TensorFate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A device of the stand-in with the kernels of {@code probe.cu}. */
final class TestDevice implements AutoCloseable {
  static final int COUNT = 256;
  static final long BYTES = COUNT * 8L;
  private static final long MEMORY = 64 << 20;

  private final StandIn standIn;
  private GpuDevice device; // replaced by reset()
  private final Arena arena = Arena.ofConfined();

  private TestDevice(StandIn standIn) {
    this.standIn = standIn;
    device = find();
  }

  /** Returns a device; tests that call it are skipped where g++ is missing. */
  static TestDevice open() {
    StandIn standIn = standIn();
    standIn.useKernels(Map.of("probe.cpp", source()));
    return new TestDevice(standIn);
  }

  static StandIn standIn() {
    assumeTrue(StandIn.isPossible(), "no g++ on this machine: the stand-in cannot be built");
    StandIn standIn = StandIn.load(Path.of("target/standin"));
    standIn.devices(1);
    standIn.version(13000);
    standIn.initResult(0);
    standIn.mend();
    standIn.memoryBytes(MEMORY);
    standIn.seed(1);
    return standIn;
  }

  private GpuDevice find() {
    return GpuDevices.find(
            standIn.library().toString(), new DeviceSettings(1, false, TensorFate.VETO))
        .getFirst();
  }

  static byte[] ptx() {
    try (InputStream in = TestDevice.class.getResourceAsStream("probe.ptx")) {
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String source() {
    try {
      return Files.readString(Path.of("src/test/cuda/probe.cu"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  GpuDevice device() {
    return device;
  }

  GpuContext context() {
    return device.context();
  }

  StandIn control() {
    return standIn;
  }

  void reset() {
    device = device.reset();
  }

  DeviceFunction kernel(String name) {
    return context().load("test", ptx(), "a test").function(name, "aten::" + name);
  }

  /** Launches a kernel on {@link #COUNT} numbers. */
  void run(DeviceFunction kernel, GpuStream stream, long address, double factor) {
    run(kernel, stream, address, factor, true);
  }

  /** Launches a kernel without telling which memory it uses. */
  void runUnnoted(DeviceFunction kernel, GpuStream stream, long address, double factor) {
    run(kernel, stream, address, factor, false);
  }

  private void run(
      DeviceFunction kernel, GpuStream stream, long address, double factor, boolean isNoted) {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment values = local.allocate(24, 8);
      values.set(ValueLayout.JAVA_LONG, 0, address);
      values.set(ValueLayout.JAVA_LONG, 8, COUNT);
      values.set(ValueLayout.JAVA_DOUBLE, 16, factor);
      MemorySegment parameters = local.allocate(16, 8);
      parameters.set(ValueLayout.ADDRESS, 0, values);
      parameters.set(ValueLayout.ADDRESS, 8, values.asSlice(8));
      MemorySegment words = isNoted ? values : MemorySegment.NULL;
      kernel.run(stream, 1, COUNT, 0, parameters, words);
    }
  }

  /** Writes the same number {@link #COUNT} times. */
  void fill(GpuStream stream, long address, double value) {
    MemorySegment host = arena.allocate(COUNT * 8L, 8);
    for (int i = 0; i < COUNT; i++) {
      host.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
    }
    stream.copyToDevice(host.address(), address, COUNT * 8L);
  }

  double first(GpuStream stream, long address) {
    MemorySegment host = arena.allocate(8, 8);
    stream.copyToHostBlocking(address, host.address(), 8);
    return HostBytes.doubleAt(host.address());
  }

  /** Returns the numbers of streams, events and graphs. */
  long[] live() {
    return new long[] {
      standIn.live(Kind.STREAMS), standIn.live(Kind.EVENTS), standIn.live(Kind.GRAPHS)
    };
  }

  long leaks() {
    long sum = 0;
    for (Kind kind : Kind.values()) {
      sum += standIn.leaked(kind);
    }
    return sum;
  }

  @Override
  public void close() {
    device.close();
    arena.close();
  }
}
