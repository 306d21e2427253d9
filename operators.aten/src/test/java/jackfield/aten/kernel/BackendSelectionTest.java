package jackfield.aten.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.InvalidArgument;
import jackfield.tensor.Device;
import org.junit.jupiter.api.Test;

final class BackendSelectionTest {
  private static final long KEYS =
      DispatchKeySet.of(DispatchKey.BACKEND_SELECT, DispatchKey.PROFILER).bits();

  @Test
  void theDeviceGivesTheKeyAndTheHostIsTheDefault() {
    assertThat(DispatchKeySet.highestKey(BackendSelection.keys(0, null)))
        .isEqualTo(DispatchKey.CPU);
    assertThat(DispatchKeySet.highestKey(BackendSelection.keys(0, Device.META)))
        .isEqualTo(DispatchKey.META);
  }

  @Test
  void keysBelowTheSelectionStayAndItselfGoes() {
    assertThat(BackendSelection.keys(KEYS, Device.CPU))
        .isEqualTo(
            DispatchKeySet.of(DispatchKey.PROFILER).bits() | DispatchKey.CPU.bits());
  }

  @Test
  void aDeviceOfNoBackendIsRefused() {
    InvalidArgument error =
        catchThrowableOfType(
            InvalidArgument.class, () -> BackendSelection.keys(KEYS, Device.parse("tpu")));
    assertThat(error.argument()).isEqualTo("device");
    assertThat(error).hasMessageContaining("tpu").hasMessageContaining("cuda");
  }
}
