package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.cuda.standin.StandIn;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** Several devices that end together. */
final class SeveralDevicesTest {
  private static final int UNKNOWN = 999;
  private static final String LIBRARY = "jackfield.cuda.library";

  private final List<GpuDevice> published = new ArrayList<>();

  private static StandIn standIn() {
    StandIn standIn = TestDevice.standIn();
    standIn.devices(2);
    return standIn;
  }

  private static void assertClosed(List<GpuDevice> devices) {
    assertThat(devices).hasSize(2).noneMatch(GpuDevice::isActive);
    assertThat(catchThrowable(devices.getLast()::context)).isInstanceOf(HandleReleased.class);
  }

  @Test
  void allDevicesAreClosedIfTheFirstFails() {
    StandIn standIn = standIn();
    GpuDevices devices = GpuDevices.find(standIn.library().toString());
    devices.devices().forEach(GpuDevice::context);
    standIn.failNextCall("cuCtxSynchronize", UNKNOWN);
    CudaFailure failure = catchThrowableOfType(CudaFailure.class, devices::close);
    assertThat(failure.device()).isEqualTo("cuda:0");
    assertThat(failure.getSuppressed()).isEmpty();
    assertClosed(devices.devices());
  }

  @Test
  void theFirstFailureIsKeptWithTheOthers() {
    StandIn standIn = standIn();
    GpuDevices devices = GpuDevices.find(standIn.library().toString());
    devices.devices().forEach(GpuDevice::context);
    standIn.removeDevice();
    CudaFailure failure = catchThrowableOfType(CudaFailure.class, devices::close);
    assertThat(failure.device()).isEqualTo("cuda:0");
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(CudaFailure.class)
        .allMatch(other -> ((CudaFailure) other).device().equals("cuda:1"));
    assertClosed(devices.devices());
  }

  @Test
  void theStopOfTheBundleClosesAllDevicesIfTheFirstFails() {
    StandIn standIn = standIn();
    String before = System.getProperty(LIBRARY);
    System.setProperty(LIBRARY, standIn.library().toString());
    try {
      DriverComponent component = new DriverComponent(bundle());
      published.forEach(GpuDevice::context);
      standIn.failNextCall("cuCtxSynchronize", UNKNOWN);
      CudaFailure failure = catchThrowableOfType(CudaFailure.class, component::stop);
      assertThat(failure.device()).isEqualTo("cuda:0");
      assertClosed(published);
    } finally {
      if (before == null) {
        System.clearProperty(LIBRARY);
      } else {
        System.setProperty(LIBRARY, before);
      }
    }
  }

  /** A bundle that keeps the devices that are published. */
  private BundleContext bundle() {
    return proxy(
        BundleContext.class,
        (name, arguments) -> {
          if (name.equals("registerService") && arguments[1] instanceof GpuDevice device) {
            published.add(device);
          }
          return name.equals("registerService") ? proxy(ServiceRegistration.class, null) : null;
        });
  }

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                answer == null ? null : answer.to(method.getName(), arguments)));
  }
}
