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
 * The device of a check's tensors, and the operator that copies them between host and device. That
 * operator has the tag {@link OperatorTags#TRANSFERS}. It is looked up in the dispatcher under
 * check, so that the check covers a backend's copies. Without such an operator the tensors stay on
 * the host.
 */
record SampleDevice(Device device, Optional<OperatorName> transfer) {
  static final SampleDevice HOST = new SampleDevice(Device.CPU, Optional.empty());

  /** Returns {@code device} with the transferring operator of a dispatcher, if it has one. */
  static SampleDevice of(Device device, Dispatcher dispatcher) {
    if (device.isHost()) {
      return HOST;
    }
    return new SampleDevice(
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

  /** Returns the same device without a transferring operator. */
  SampleDevice withoutTransfer() {
    return new SampleDevice(device, Optional.empty());
  }

  /** Returns a copy of the host's {@code tensor} on the device; itself if that is the host. */
  Tensor toDevice(Dispatcher dispatcher, Tensor tensor) {
    return device.isHost() ? tensor : transferred(dispatcher, tensor, device);
  }

  /** Returns a copy of {@code tensor} on the host; itself on the host or without transfers. */
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
