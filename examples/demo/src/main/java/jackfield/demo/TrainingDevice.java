package jackfield.demo;

import jackfield.aten.Aten;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.tensor.Tensor;
import java.util.Locale;

/**
 * The device that has the parameters and the batches.
 *
 * @param device the device
 * @param isStandIn whether a stand-in for its driver runs its kernels on the CPU
 */
record TrainingDevice(Device device, boolean isStandIn) {
  /** Returns the bundle that is plugged and unplugged. */
  String bundle() {
    return "backend." + device.type();
  }

  /** Returns the key of its kernels. */
  DispatchKey key() {
    return DispatchKey.parse(device.type().toUpperCase(Locale.ROOT));
  }

  /** Returns a tensor of the host on this device; the same one if that is the host. */
  Tensor place(Aten aten, Tensor onHost) {
    return device.isHost() ? onHost : aten.to(onHost, device, onHost.dtype());
  }

  /** Returns a tensor of this device on the host; the same one if it is there. */
  Tensor fetch(Aten aten, Tensor placed) {
    return device.isHost() ? placed : aten.to(placed, Device.CPU, placed.dtype());
  }

  /** Returns the name for the user. */
  String title() {
    return isStandIn ? device + " (the stand-in, on the CPU)" : device.toString();
  }
}
