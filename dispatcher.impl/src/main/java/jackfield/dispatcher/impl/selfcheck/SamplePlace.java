package jackfield.dispatcher.impl.selfcheck;

import jackfield.boxing.NamedCall;
import jackfield.dispatch.Dispatcher;
import jackfield.memory.Device;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorTags;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the tensors of a check are, and how they get there and back: by the operator whose tags say
 * {@link OperatorTags#TRANSFERS}, of the dispatcher that is checked, so that a backend's copies are
 * checked with it. Without such an operator they stay on the host.
 */
record SamplePlace(Device device, Optional<OperatorName> transfer) {
  static final SamplePlace HOST = new SamplePlace(Device.CPU, Optional.empty());

  /** Returns {@code device} with what transfers to it among the operators of a dispatcher. */
  static SamplePlace of(Device device, Dispatcher dispatcher) {
    if (device.isHost()) {
      return HOST;
    }
    return new SamplePlace(
        device,
        dispatcher.operators().stream().filter(name -> transfers(dispatcher, name)).findFirst());
  }

  private static boolean transfers(Dispatcher dispatcher, OperatorName name) {
    return dispatcher
        .report(name)
        .filter(report -> report.schema().isPresent())
        .filter(report -> report.tags().contains(OperatorTags.TRANSFERS))
        .isPresent();
  }

  /** Returns the place as it is where nothing transfers. */
  SamplePlace withoutTransfer() {
    return new SamplePlace(device, Optional.empty());
  }

  /** Returns {@code tensor}, of the host, or a copy of it on the device. */
  Tensor toDevice(Dispatcher dispatcher, Tensor tensor) {
    return device.isHost() ? tensor : transferred(dispatcher, tensor, device);
  }

  /** Returns {@code tensor} or a copy of it on the host; itself too if nothing transfers. */
  Tensor toHost(Dispatcher dispatcher, Tensor tensor) {
    return tensor.device().isHost() ? tensor : transferred(dispatcher, tensor, Device.CPU);
  }

  private Tensor transferred(Dispatcher dispatcher, Tensor tensor, Device to) {
    return transfer
        .map(name -> dispatcher.operator(name.toString()))
        .map(operator -> NamedCall.call(operator, List.of(tensor), Map.of("device", to)).getFirst())
        .map(Tensor.class::cast)
        .orElse(tensor);
  }
}
