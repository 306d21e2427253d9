package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.conformance.BundleComponent;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** The operators with the backend on the stand-in, and the reference for the host. */
final class PluggedCuda implements AutoCloseable {
  private static final Device CUDA = new Device("cuda", 0);

  private final GpuDevices devices;
  private final Aten aten;

  PluggedCuda() {
    devices = StandInDevice.devices();
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(
        BundleComponent.backend("backend.cpu.reference"), Provenance.of("the reference"), -100);
    whiteboard.plug(
        new CudaBackend(new DeviceGroup(devices.devices())), Provenance.of("backend.cuda"), 0);
    aten = Aten.of(dispatcher);
  }

  Aten aten() {
    return aten;
  }

  /** Returns a vector on the device. */
  Tensor floats(float... values) {
    return move(HostData.tensor(values, values.length));
  }

  /** Returns a vector on the device. */
  Tensor integers(long... values) {
    return move(HostData.tensor(values, values.length));
  }

  /** Returns a copy on the device. */
  Tensor move(Tensor onHost) {
    return aten._toCopy(onHost, null, null, CUDA);
  }

  /** Returns the elements of a tensor of the device. */
  double[] read(Tensor tensor) {
    return HostData.doubles(aten._toCopy(tensor, null, null, Device.CPU));
  }

  @Override
  public void close() {
    devices.close();
  }
}
