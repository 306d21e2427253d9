package jackfield.backend.cuda.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A number in host memory. */
final class HostNumbers implements AutoCloseable {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE);

  HostNumbers(double value) {
    set(value);
  }

  void set(double value) {
    memory.set(ValueLayout.JAVA_DOUBLE, 0, value);
  }

  long address() {
    return memory.address();
  }

  @Override
  public void close() {
    arena.close();
  }
}
