package jackfield.aten.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.PrivateBackends;
import jackfield.memory.Device;
import org.junit.jupiter.api.Test;

final class BackendSelectionTest {
  private static final long KEYS =
      DispatchKeySet.of(DispatchKey.BACKEND_SELECT, DispatchKey.PROFILER).bits();

  private final PrivateBackends privateBackends = new PrivateBackends();
  private final BackendSelection selection = new BackendSelection(privateBackends);

  @Test
  void theDeviceGivesTheKeyAndTheHostIsTheDefault() {
    assertThat(DispatchKeySet.highestKey(selection.keys(0, null))).isEqualTo(DispatchKey.CPU);
    assertThat(DispatchKeySet.highestKey(selection.keys(0, Device.META)))
        .isEqualTo(DispatchKey.META);
  }

  @Test
  void keysBelowTheSelectionStayAndItselfGoes() {
    assertThat(selection.keys(KEYS, Device.CPU))
        .isEqualTo(DispatchKeySet.of(DispatchKey.PROFILER).bits() | DispatchKey.CPU.bits());
  }

  @Test
  void aDeviceOfNoBackendIsRefused() {
    InvalidArgument error =
        catchThrowableOfType(
            InvalidArgument.class, () -> selection.keys(KEYS, Device.parse("tpu")));
    assertThat(error.argument()).isEqualTo("device");
    assertThat(error).hasMessageContaining("tpu").hasMessageContaining("cuda");
  }

  @Test
  void aThirdPartysDeviceHasTheKeyThatItsBackendLeased() {
    PrivateBackends.Lease lease = privateBackends.lease("acme");

    assertThat(selection.keys(0, Device.parse("acme:1")))
        .isEqualTo(DispatchKey.DENSE.on(lease.backend()).bits());
  }
}
