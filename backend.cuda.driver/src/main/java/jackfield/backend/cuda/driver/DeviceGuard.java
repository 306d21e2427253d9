package jackfield.backend.cuda.driver;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.memory.Device;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.List;

/**
 * Runs a kernel with the device of its tensors as the current one. A call without a tensor on a
 * device runs on the device that an argument names, or else on the thread's current one.
 */
public final class DeviceGuard implements BoxedKernel {
  private static final String COPY = "aten::copy_"; // the only operator with two devices

  private final DeviceGroup group;
  private final KernelFunction kernel;

  private DeviceGuard(DeviceGroup group, KernelFunction kernel) {
    this.group = group;
    this.kernel = kernel;
  }

  /** Returns {@code kernel} with a guard. */
  public static KernelFunction around(DeviceGroup group, KernelFunction kernel) {
    DeviceGuard guard = new DeviceGuard(group, kernel);
    return kernel
        .signature()
        .map(signature -> KernelFunction.boxed(guard, signature, kernel.origin()))
        .orElseGet(() -> KernelFunction.boxed(guard));
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    GpuDevice own = device(operator, stack);
    own.refuseInOtherCapture();
    if (own.isCurrent()) {
      kernel.callBoxed(operator, keys, stack);
    } else {
      try (GpuDevice.Entered _ = own.enter()) {
        kernel.callBoxed(operator, keys, stack);
      }
    }
  }

  private GpuDevice device(Operator operator, Stack stack) {
    Device tensors = null;
    Device named = null;
    int count = operator.schema().arguments().size();
    for (int argument = 0; argument < count; argument++) {
      Object value = stack.value(stack.fromTop(count, argument));
      if (value instanceof Device device) {
        named = device;
      } else {
        tensors = common(operator, tensors, value);
      }
    }
    Device found = tensors == null ? named : tensors;
    return found == null || !isOwn(found) || found.index() < 0
        ? group.current()
        : group.numbered(found.index(), operator.name().toString());
  }

  /** Returns the device of a value's tensors and of those before; null if there is none. */
  private Device common(Operator operator, Device before, Object value) {
    return switch (value) {
      case Tensor tensor -> common(operator, before, tensor);
      case Tensor[] tensors -> {
        Device found = before;
        for (Tensor each : tensors) {
          found = each == null ? found : common(operator, found, each);
        }
        yield found;
      }
      case List<?> list -> common(operator, before, tensors(list));
      case null, default -> before;
    };
  }

  private static Tensor[] tensors(List<?> list) {
    return list.stream()
        .filter(Tensor.class::isInstance)
        .map(Tensor.class::cast)
        .toArray(Tensor[]::new);
  }

  private Device common(Operator operator, Device before, Tensor tensor) {
    Device own = tensor.device();
    if (!isOwn(own) || own.equals(before)) {
      return before;
    }
    String name = operator.name().toString();
    if (before != null && !name.equals(COPY)) {
      throw new TypeMismatch(
          name,
          "expected all tensors on one device, found %s and %s; try to(\"%s\")"
              .formatted(before, own, before));
    }
    return before == null ? own : before;
  }

  private boolean isOwn(Device device) {
    return device.type().equals(group.devices().getFirst().device().type());
  }
}
