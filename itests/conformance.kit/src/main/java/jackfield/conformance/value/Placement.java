package jackfield.conformance.value;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Where a run keeps its tensors. Vectors are written and compared in host memory; for another
 * device their arguments are moved there, and what is to be compared is moved back, by that
 * device's own kernels of {@code empty} and {@code copy_}.
 */
public final class Placement {
  private final Dispatcher dispatcher; // null where nothing is moved
  private final Device device;

  private Placement(Dispatcher dispatcher, Device device) {
    this.dispatcher = dispatcher;
    this.device = device;
  }

  /** Returns the placement in host memory. */
  public static Placement host() {
    return new Placement(null, Device.CPU);
  }

  /** Returns the placement on {@code device}, whose kernels {@code dispatcher} has. */
  public static Placement on(Device device, Dispatcher dispatcher) {
    return device.isHost() ? host() : new Placement(dispatcher, device);
  }

  Device device() {
    return device;
  }

  /** Returns a tensor of one dimension where it belongs: itself, or a copy on the device. */
  public Tensor place(Tensor onHost) {
    if (device.isHost()) {
      return onHost;
    }
    return copy(empty(onHost.dtype(), onHost.sizes()), onHost);
  }

  /** Returns a tensor whose elements can be read: itself, or a copy in host memory. */
  public Tensor onHost(Tensor tensor) {
    if (tensor.device().isHost() || dispatcher == null) {
      return tensor;
    }
    return copy(HostData.empty(tensor.dtype(), tensor.sizes()), tensor);
  }

  private Tensor empty(DType dtype, long[] sizes) {
    Stack stack = new Stack();
    stack.push(sizes);
    stack.push(dtype);
    stack.push(null); // the usual layout
    stack.push(device);
    stack.push(null); // not pinned
    stack.push(null); // row-major
    return call("aten::empty.memory_format", stack);
  }

  private Tensor copy(Tensor to, Tensor from) {
    Stack stack = new Stack();
    stack.push(to);
    stack.push(from);
    stack.pushBoolean(false); // not before it is done
    return call("aten::copy_", stack);
  }

  private Tensor call(String name, Stack stack) {
    Operator operator = dispatcher.operator(name);
    operator.callBoxed(stack);
    return (Tensor) stack.value(0);
  }
}
