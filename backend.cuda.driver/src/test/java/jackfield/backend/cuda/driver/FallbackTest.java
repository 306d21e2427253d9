package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.conformance.BundleComponent;
import jackfield.cuda.standin.StandIn;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that are computed on the CPU for a device without a single kernel. */
final class FallbackTest {
  private static final Device CUDA = new Device("cuda", 0);

  private GpuDevices devices; // set before each test, as are the fields below
  private Whiteboard whiteboard;
  private FallbackBackend fallback;
  private Aten aten;

  @BeforeEach
  void plug() {
    StandIn standIn = TestDevice.standIn();
    devices = GpuDevices.find(standIn.library().toString());
    GpuDevice device = devices.devices().getFirst();
    LocalDispatcher dispatcher = new LocalDispatcher();
    whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(
        BundleComponent.backend("backend.cpu.reference"), Provenance.of("the reference"), -100);
    whiteboard.plug(
        new DriverComponent.MemoryBackend(device), Provenance.of("backend.cuda.driver"), 0);
    fallback = new FallbackBackend(new DeviceGroup(List.of(device)));
    whiteboard.plug(fallback, Provenance.of("backend.cuda.driver"), 0);
    aten = Aten.of(dispatcher);
  }

  @AfterEach
  void close() {
    if (devices != null) {
      devices.close();
    }
  }

  private Tensor far(float... values) {
    return aten.to(HostData.tensor(values, values.length), CUDA, DType.FLOAT32);
  }

  private float[] near(Tensor tensor) {
    return HostData.floats(aten.to(tensor, Device.CPU, DType.FLOAT32));
  }

  @Test
  void callsAreCountedAndUnpluggingEndsThem() {
    Tensor x = far(1, 2, 3);
    long before = fallback.calls("aten::mul.Tensor");
    Tensor product = aten.mul(x, x);
    assertThat(product.device()).isEqualTo(CUDA);
    assertThat(near(product)).containsExactly(1, 4, 9);
    assertThat(fallback.calls("aten::mul.Tensor")).isEqualTo(before + 1);
    assertThat(fallback.calls("aten::mm")).isZero();
    whiteboard.unplug(fallback);
    assertThat(catchThrowable(() -> aten.mul(x, x))).isInstanceOf(NoKernel.class);
  }

  @Test
  void aWrittenViewLeavesTheOtherElementsOfItsStorage() {
    Tensor whole = far(1, 2, 3, 4, 5, 6);
    Tensor even = aten.slice(whole, 0, 0L, null, 2);
    assertThat(aten.mul_(even, aten.slice(whole, 0, 1L, null, 2))).isSameAs(even);
    assertThat(near(whole)).containsExactly(2, 2, 12, 4, 30, 6);
  }

  @Test
  void anOutThatIsTooSmallGetsStorageOfTheDevice() {
    Tensor x = far(1, 2, 3);
    Tensor out = aten.empty(new long[] {0}, DType.FLOAT32, null, CUDA);
    assertThat(aten.mulOut(x, x, out)).isSameAs(out);
    assertThat(out.device()).isEqualTo(CUDA);
    assertThat(near(out)).containsExactly(1, 4, 9);
    assertThat(near(aten.mulOut(out, out, out))).containsExactly(1, 16, 81);
  }

  @Test
  void aRefusedCallWritesNothing() {
    Tensor x = far(1, 2, 3);
    Generator generator = new Generator(CUDA, 5);
    assertThat(catchThrowable(() -> aten.uniform_(x, 1, 0, generator)))
        .isInstanceOf(InvalidArgument.class);
    Tensor overlapping = aten.expand(far(1), new long[] {3}, false);
    assertThat(catchThrowable(() -> aten.mul_(overlapping, x))).isInstanceOf(InvalidArgument.class);
    assertThat(near(x)).containsExactly(1, 2, 3);
    assertThat(near(overlapping)).containsExactly(1, 1, 1);
    assertThat(generator.state().offset()).isZero();
  }

  @Test
  void aFactoryForADeviceOfAnotherNumberIsRefused() {
    InvalidArgument refusal =
        catchThrowableOfType(
            InvalidArgument.class, () -> aten.eye(2, DType.FLOAT32, null, new Device("cuda", 7)));
    assertThat(refusal).hasMessageContaining("cuda:7").hasMessageContaining("cuda:0");
    assertThat(refusal.argument()).isEqualTo("device");
  }

  @Test
  void aCaptureRefusesWhatTheHostComputes() {
    Tensor x = far(1, 2, 3);
    GpuDevice device = devices.devices().getFirst();
    CaptureRefused refusal =
        catchThrowableOfType(CaptureRefused.class, () -> device.capture(() -> aten.mul_(x, x)));
    assertThat(refusal.operator()).isEqualTo("aten::mul_.Tensor");
    assertThat(near(aten.mul(x, x))).containsExactly(1, 4, 9);
  }

  @Test
  void aGeneratorOfTheDeviceMovesAsOnTheHost() {
    Generator far = new Generator(CUDA, 5);
    Generator near = new Generator(Device.CPU, 5);
    Tensor drawn = aten.uniform_(far(1, 2, 3), 0, 1, far);
    Tensor expected = aten.uniform_(HostData.tensor(new float[3], 3), 0, 1, near);
    assertThat(near(drawn)).isEqualTo(HostData.floats(expected));
    assertThat(far.state()).isEqualTo(near.state());
  }
}
