package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.memory.BackendGone;
import jackfield.memory.Storage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels and handles that fail. */
@Tag("slow")
final class FailureTest {
  private static final int ILLEGAL_ADDRESS = 700;
  private static final int LAUNCH_FAILED = 719;
  private static final int UNAVAILABLE = 46;
  private static final int UNKNOWN = 999; // what a device that was removed gives

  @Test
  void aFailedKernelIsNamedByTheNextCallAndTheDeviceRefusesWorkUntilItsReset() {
    try (TestDevice test = TestDevice.open()) {
      Storage tensor = test.context().domain().allocate(2048);
      DeviceFunction scale = test.kernel("scale");
      test.control().failNextKernel(ILLEGAL_ADDRESS);
      test.run(scale, test.context().stream(), tensor.address(), 2);
      CudaFailure failure =
          catchThrowableOfType(CudaFailure.class, () -> test.context().awaitIdleBlocking());
      assertThat(failure.code()).isEqualTo(ILLEGAL_ADDRESS);
      assertThat(failure.isSticky()).isTrue();
      assertThat(failure.launches()).containsExactly(new Launch("scale", "aten::scale", "a test"));
      DevicePoisoned refusal =
          catchThrowableOfType(DevicePoisoned.class, () -> test.context().createStream());
      assertThat(refusal.launches()).isEqualTo(failure.launches());
      assertThat(refusal).hasCause(failure);
      test.reset();
      assertThat(catchThrowable(tensor::address)).isInstanceOf(BackendGone.class);
      assertThat(sumOfOnes(test)).isEqualTo(256);
    }
  }

  @Test
  void anAccessOutsideTheMemoryPoisonsTheDevice() {
    try (TestDevice test = TestDevice.open()) {
      test.context().stream().zero(4096, 8);
      assertThat(
              catchThrowableOfType(CudaFailure.class, () -> test.context().stream().awaitBlocking())
                  .code())
          .isEqualTo(ILLEGAL_ADDRESS);
      assertThat(test.context().isUsable()).isFalse();
      test.reset();
    }
  }

  @Test
  void aDeviceThatIsTakenOutIsUnusableUntilItsReset() {
    try (TestDevice test = TestDevice.open()) {
      Storage tensor = test.context().domain().allocate(2048);
      test.run(test.kernel("scale"), test.context().stream(), tensor.address(), 2);
      test.control().removeDevice();
      CudaFailure failure =
          catchThrowableOfType(CudaFailure.class, () -> test.context().awaitIdleBlocking());
      assertThat(failure.code()).isEqualTo(UNKNOWN);
      assertThat(failure.isSticky()).isTrue();
      assertThat(failure.device()).isEqualTo("cuda:0");
      assertThat(test.device().isUsable()).isFalse();
      assertThat(test.device().state()).contains("unusable since code 999 after scale of");
      assertThat(catchThrowable(() -> test.context().createStream()))
          .isInstanceOf(DevicePoisoned.class);
      test.reset();
      assertThat(catchThrowable(tensor::address)).isInstanceOf(BackendGone.class);
      assertThat(sumOfOnes(test)).isEqualTo(256);
      assertThat(test.device().state()).contains("2048 bytes used in 1 blocks");
    }
  }

  @Test
  void aDeviceThatAnotherProcessHoldsIsUnusable() {
    try (TestDevice test = TestDevice.open()) {
      assertThat(test.device().isUsable()).isTrue();
      GpuContext context = test.context();
      test.control().failNextCall("cuStreamCreate", UNAVAILABLE);
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, context::createStream);
      assertThat(failure.function()).isEqualTo("cuStreamCreate");
      assertThat(failure.isSticky()).isTrue();
      test.reset();
    }
  }

  @Test
  void aCallThatFailsLeavesTheDeviceUsable() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      long before = test.control().live(Kind.EVENTS);
      test.control().failNextCall("cuEventCreate", 1);
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, context::createEvent);
      assertThat(failure.code()).isEqualTo(1);
      assertThat(failure.isSticky()).isFalse();
      assertThat(test.control().live(Kind.EVENTS)).isEqualTo(before);
      assertThat(sumOfOnes(test)).isEqualTo(256);
    }
  }

  @Test
  void aLaunchThatFailedPoisonsTheDevice() {
    try (TestDevice test = TestDevice.open()) {
      DeviceMemory.Lease memory = test.context().memory().lease(2048);
      test.control().failNextKernel(LAUNCH_FAILED);
      test.run(test.kernel("scale"), test.context().stream(), memory.address(), 2);
      assertThat(catchThrowable(() -> test.context().stream().awaitBlocking()))
          .hasMessageContaining("CUDA_ERROR_LAUNCH_FAILED");
      assertThat(catchThrowable(() -> test.context().memory().lease(1 << 24)))
          .isInstanceOf(DevicePoisoned.class);
      test.reset();
    }
  }

  @Test
  void aPoisonedDeviceIsClosedWithoutAnError() {
    TestDevice test = TestDevice.open();
    test.context().stream().zero(4096, 8);
    assertThat(catchThrowable(() -> test.context().awaitIdleBlocking())).isNotNull();
    test.close();
  }

  @Test
  void faultyKernelsAreNotLoadedAndOthersAre() {
    try (TestDevice test = TestDevice.open()) {
      byte[] faulty = "no kernels".getBytes(StandardCharsets.UTF_8);
      byte[] tooNew = ".version 9.9\n".getBytes(StandardCharsets.UTF_8);
      assertThat(refusal(test, faulty).getMessage()).contains("CUDA_ERROR_INVALID_PTX");
      test.control().version(12000);
      assertThat(refusal(test, tooNew).getMessage()).contains("UNSUPPORTED_PTX_VERSION");
      KernelModule good = test.context().load("test", TestDevice.ptx(), "a test");
      CudaFailure missing =
          catchThrowableOfType(CudaFailure.class, () -> good.function("none", "aten::none"));
      assertThat(missing.isSticky()).isFalse();
      assertThat(missing.function()).contains("none");
      assertThat(sumOfOnes(test)).isEqualTo(256);
    }
  }

  private static CudaFailure refusal(TestDevice test, byte[] ptx) {
    return catchThrowableOfType(
        CudaFailure.class, () -> test.context().load("test", ptx, "a test"));
  }

  private static double sumOfOnes(TestDevice test) {
    GpuContext context = test.context();
    DeviceMemory.Lease memory = context.memory().lease(2048);
    test.fill(context.stream(), memory.address(), 1);
    test.run(test.kernel("total"), context.stream(), memory.address(), 1);
    return test.first(context.stream(), memory.address());
  }

  @Test
  void releasedHandlesAreRefusedBeforeTheDriverSeesThem() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      GpuStream stream = context.createStream();
      GpuEvent event = context.createEvent();
      KernelModule module = context.load("test", TestDevice.ptx(), "a test");
      DeviceFunction scale = module.function("scale", "aten::scale");
      event.close();
      assertThat(refused(() -> event.record(context.stream()))).isEqualTo("the event");
      assertThat(refused(() -> stream.waitFor(event))).isEqualTo("the event");
      assertThat(refused(event::isDone)).isEqualTo("the event");
      stream.close();
      assertThat(refused(stream::awaitBlocking)).isEqualTo("the stream");
      module.close();
      assertThat(refused(() -> test.run(scale, context.stream(), 0, 1)))
          .isEqualTo("the module of kernels");
      event.close();
      stream.close();
      module.close(); // a second close does nothing
      assertThat(sumOfOnes(test)).isEqualTo(256);
    }
  }

  @Test
  void aStreamWhoseWorkCannotBeWaitedForStaysOpenAndCanBeClosedAgain() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      long before = test.control().live(Kind.STREAMS);
      GpuStream stream = context.createStream();
      failTwice(test, "cuStreamSynchronize");
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, stream::close);
      assertThat(failure.function()).isEqualTo("cuStreamSynchronize");
      stream.zero(context.memory().lease(8).address(), 8);
      stream.close();
      assertThat(test.control().live(Kind.STREAMS)).isEqualTo(before);
      assertThat(refused(stream::awaitBlocking)).isEqualTo("the stream");
    }
  }

  @Test
  void aModuleThatCannotBeUnloadedCanBeClosedAgain() {
    try (TestDevice test = TestDevice.open()) {
      long before = test.control().live(Kind.MODULES);
      KernelModule module = test.context().load("test", TestDevice.ptx(), "a test");
      failTwice(test, "cuModuleUnload");
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, module::close);
      assertThat(failure.function()).isEqualTo("cuModuleUnload");
      assertThat(refused(() -> module.function("scale", "aten::scale")))
          .isEqualTo("the module of kernels");
      module.close();
      assertThat(test.control().live(Kind.MODULES)).isEqualTo(before);
    }
  }

  /** Fails a function that is called first, after the call that makes the context current. */
  private static void failTwice(TestDevice test, String function) {
    test.control().failNextCall(function, 1);
    test.control().failCall(3, 1);
  }

  private static String refused(Runnable use) {
    return catchThrowableOfType(HandleReleased.class, use::run).handle();
  }

  @Test
  void aDeviceThatWasClosedIsRefused() {
    TestDevice test = TestDevice.open();
    GpuContext context = test.context();
    test.close();
    assertThat(catchThrowable(context::createStream)).isInstanceOf(HandleReleased.class);
    assertThat(catchThrowable(test.device()::context)).isInstanceOf(HandleReleased.class);
  }
}
