package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.cuda.standin.StandIn;
import jackfield.kernel.NoKernel;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults of the device and of the driver, as callers of operators see them. */
@Tag("slow") // compiles all kernels with g++
final class FailureModesTest {
  private static final int ILLEGAL_ADDRESS = 700;

  @AfterEach
  void mend() {
    if (StandIn.isPossible()) {
      StandInDevice.load().mend();
    }
  }

  /** The error of a failed kernel names operator, kernel, device and bundle. */
  @Test
  void aFailedKernelIsNamedAndLaterCallsAreRefusedWhileTheHostComputes() {
    StandIn standIn = StandInDevice.load();
    try (PluggedCuda cuda = new PluggedCuda()) {
      Aten aten = cuda.aten();
      Tensor x = cuda.floats(1, 2, 3);
      cuda.read(x); // nothing waits in the stream
      standIn.failNextKernel(ILLEGAL_ADDRESS);
      Tensor product = aten.mul(x, x);
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, () -> cuda.read(product));
      assertThat(failure.code()).isEqualTo(ILLEGAL_ADDRESS);
      assertThat(failure.device()).isEqualTo("cuda:0");
      Launch newest = failure.launches().getFirst();
      assertThat(newest.operator()).contains("mul");
      assertThat(newest.kernel()).contains("mul");
      assertThat(newest.bundle()).isEqualTo("backend.cuda");
      assertThat(failure.getMessage())
          .contains("cuda:0 failed with", newest.toString(), "until its reset");
      assertThat(catchThrowable(() -> aten.add(x, x))).isInstanceOf(DevicePoisoned.class);
      Tensor onHost = HostData.tensor(new float[] {1, 2}, 2);
      assertThat(HostData.floats(aten.add(onHost, onHost))).containsExactly(2, 4);
    }
  }

  @Test
  void aFamilyThatTheDriverRefusesIsLeftOutAndTheOthersCompute() {
    StandIn standIn = StandInDevice.load();
    standIn.refuseModulesWith("mm_small_float"); // in what is compiled, and in what is tried
    try (PluggedCuda cuda = new PluggedCuda()) {
      Tensor x = cuda.move(HostData.tensor(new float[] {3, 1, 2, 0}, 2, 2));
      assertThat(catchThrowable(() -> cuda.aten().mm(x, x))).isInstanceOf(NoKernel.class);
      assertThat(cuda.read(cuda.aten().mul(x, x))).containsExactly(9, 1, 4, 0);
    }
  }

  @Test
  void aKernelThatTheDriverRefusesIsNamedAtItsFirstCallAndTheOthersCompute() {
    StandIn standIn = StandInDevice.load();
    standIn.refuseModulesWith("\u007fELF"); // so that the driver gets the text of each kernel
    try (PluggedCuda cuda = new PluggedCuda()) {
      standIn.refuseModulesWith(".entry mul_tensor_float32(");
      Tensor x = cuda.move(HostData.tensor(new float[] {3, 1}, 2));
      assertThat(catchThrowable(() -> cuda.aten().mul(x, x)))
          .isInstanceOf(CudaFailure.class)
          .hasMessageContaining("mul_tensor_float32");
      assertThat(cuda.read(cuda.aten().add(x, x))).containsExactly(6, 2);
    }
  }

  @Test
  void theWorkOfADeviceIsWaitedForWhenAnotherOneFails() {
    StandIn standIn = StandInDevice.load();
    try (GpuDevices two = StandInDevice.two()) {
      CudaBackend backend = new CudaBackend(new DeviceGroup(two.devices()));
      Aten aten = HotPlugScene.plugged(backend);
      for (GpuDevice each : two.devices()) {
        Tensor x = aten._toCopy(HostData.tensor(new float[] {1}, 1), null, null, each.device());
        aten.add_(x, x); // loads the kernels
        each.context().awaitIdleBlocking();
        aten.add_(x, x);
      }
      long before = standIn.launches(1);
      standIn.failNextCall("cuEventQuery", ILLEGAL_ADDRESS);
      assertThat(catchThrowable(() -> backend.quiesce(Duration.ofSeconds(1))))
          .isInstanceOf(CudaFailure.class)
          .hasMessageContaining("cuda:0");
      assertThat(standIn.launches(1)).isEqualTo(before + 1);
    }
  }
}
