package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Launches that ask for dynamic shared memory. */
final class SharedMemoryTest {
  private static final int MOST_WITHOUT_ASKING = 48 << 10;

  @Test
  void moreThan48KibibytesMustBeAllowedFirst() {
    try (TestDevice test = TestDevice.open()) {
      DeviceFunction scale = test.kernel("scale");
      assertThat(run(test, scale, MOST_WITHOUT_ASKING)).isNull();
      assertThat(run(test, scale, MOST_WITHOUT_ASKING + 1).function()).startsWith("cuLaunchKernel");
      scale.allowShared(2 * MOST_WITHOUT_ASKING);
      assertThat(run(test, scale, 2 * MOST_WITHOUT_ASKING)).isNull();
    }
  }

  @Test
  void moreThanABlockCanHaveIsRefused() {
    try (TestDevice test = TestDevice.open()) {
      DeviceFunction scale = test.kernel("scale");
      CudaFailure failure =
          catchThrowableOfType(CudaFailure.class, () -> scale.allowShared(1 << 20));
      assertThat(failure.function()).startsWith("cuFuncSetAttribute").contains("scale");
      assertThat(failure.isSticky()).isFalse();
      assertThat(run(test, scale, 0)).isNull();
    }
  }

  /** Returns how a launch on no elements fails, or null. */
  private static CudaFailure run(TestDevice test, DeviceFunction scale, int sharedBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(24, Long.BYTES); // address, count and factor
      MemorySegment parameters = arena.allocate(16, Long.BYTES);
      parameters.set(ValueLayout.ADDRESS, 0, values);
      parameters.set(ValueLayout.ADDRESS, Long.BYTES, values.asSlice(Long.BYTES));
      GpuStream stream = test.context().stream();
      return catchThrowableOfType(
          CudaFailure.class, () -> scale.run(stream, 1, 32, sharedBytes, parameters, values));
    }
  }
}
