package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.conformance.BundleComponent;
import jackfield.cuda.standin.StandIn;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The operators on the stand-in, while the backend is plugged and unplugged; the device stays. */
final class HotPlugScene implements AutoCloseable {
  static final int SECONDS = 60;

  private static final Device CUDA = new Device("cuda", 0);

  final StandIn standIn = StandInDevice.load();
  final GpuDevices devices = StandInDevice.devices();
  final GpuDevice device = devices.devices().getFirst();
  final long[] before = live(); // what tests of other classes have left in the stand-in
  final Aten aten;
  private final Whiteboard whiteboard;

  HotPlugScene() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(
        BundleComponent.backend("backend.cpu.reference"), Provenance.of("the reference"), -100);
    aten = Aten.of(dispatcher);
  }

  /** Returns the operators on a backend. */
  static Aten plugged(CudaBackend backend) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(backend, Provenance.of("backend.cuda"), 0);
    return Aten.of(dispatcher);
  }

  PulledBackend plug() throws ReflectiveOperationException {
    PulledBackend plugged = PulledBackend.of(new DeviceGroup(devices.devices()));
    whiteboard.plug(plugged.backend(), Provenance.of("backend.cuda"), 0);
    return plugged;
  }

  void unplug(PulledBackend plugged) throws InterruptedException, ReflectiveOperationException {
    whiteboard.unplug(plugged.backend());
    plugged.stop();
  }

  Tensor onDevice(float... values) {
    return aten._toCopy(HostData.tensor(values, values.length), null, null, CUDA);
  }

  float[] onHost(Tensor tensor) {
    return HostData.floats(aten._toCopy(tensor, null, null, Device.CPU));
  }

  long usedBytes() {
    System.gc();
    return device.context().memory().statistics().usedBytes();
  }

  /** Returns the numbers of modules, events and streams. */
  long[] live() {
    device.context(); // creates the driver's own stream
    return new long[] {
      standIn.live(Kind.MODULES), standIn.live(Kind.EVENTS), standIn.live(Kind.STREAMS)
    };
  }

  interface Condition {
    boolean holds();
  }

  static void await(String state, Condition condition) {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(state).isLessThan(deadlineNanos);
      Thread.onSpinWait();
    }
  }

  static int result(Future<Integer> caller) throws InterruptedException {
    try {
      return caller.get();
    } catch (ExecutionException failed) {
      throw new AssertionError(failed.getCause());
    }
  }

  @Override
  public void close() {
    devices.close();
  }
}
