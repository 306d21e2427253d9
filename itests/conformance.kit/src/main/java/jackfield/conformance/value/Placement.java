package jackfield.conformance.value;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Stack;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The device of a run's tensors. Vectors are written and compared in host memory. For another
 * device the arguments are moved to the device and the results back, by that device's kernels of
 * {@code empty} and {@code copy_}.
 */
public final class Placement {
  private final Dispatcher dispatcher; // null for host memory
  private final Device device;

  private Placement(Dispatcher dispatcher, Device device) {
    this.dispatcher = dispatcher;
    this.device = device;
  }

  /** Returns the placement in host memory. */
  public static Placement host() {
    return new Placement(null, Device.CPU);
  }

  /**
   * Returns the placement on {@code device}, whose kernels are registered with {@code dispatcher}.
   */
  public static Placement on(Device device, Dispatcher dispatcher) {
    return device.isHost() ? host() : new Placement(dispatcher, device);
  }

  /** Returns whether the tensors have elements; those of Meta have none. */
  public boolean hasElements() {
    return !device.equals(Device.META);
  }

  Device device() {
    return device;
  }

  /**
   * Returns a one-dimensional tensor at this placement: the tensor itself, or a copy on the device.
   */
  public Tensor place(Tensor onHost) {
    if (device.isHost()) {
      return onHost;
    }
    return copy(empty(onHost.dtype(), onHost.sizes()), onHost);
  }

  /** Returns a tensor whose elements can be read: the tensor itself, or a copy in host memory. */
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
    stack.pushBoolean(false); // blocking
    return call("aten::copy_", stack);
  }

  /** Calls an operator below autograd: a move is no step of a program and no new version. */
  private Tensor call(String name, Stack stack) {
    try (Guard _ = DispatchContext.current().belowInplaceOrView()) {
      dispatcher.operator(name).callBoxed(stack);
    }
    return (Tensor) stack.value(0);
  }
}
