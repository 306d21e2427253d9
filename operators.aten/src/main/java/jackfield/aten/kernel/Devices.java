package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Determines the device of a call: all tensors must be on one device, except zero-dimensional ones
 * in host memory, which are accepted beside any device.
 */
public final class Devices {
  private Devices() {}

  /**
   * Returns the memory domain of the operands.
   *
   * @param operands the first may be null
   */
  static MemoryDomain common(String operator, Tensor[] operands) {
    Tensor leading = null;
    for (Tensor operand : operands) {
      if (operand != null && (leading == null || isNumber(leading))) {
        leading = operand;
      }
    }
    for (Tensor operand : operands) {
      if (operand != null) {
        check(operator, operand, leading);
      }
    }
    return leading.storage().domain();
  }

  /** Throws if an output is a number in host memory, and the results are on another device. */
  static void checkOutputs(String operator, Tensor[] outs, MemoryDomain domain) {
    for (Tensor out : outs) {
      if (out != null && isNumber(out) && domain != out.storage().domain()) {
        throw new TypeMismatch(
            operator,
            "expected all tensors on one device, found the output %s in host memory"
                .formatted(out));
      }
    }
  }

  /** Throws unless {@code input} can be used with tensors on the device of {@code leading}. */
  public static void check(String operator, Tensor input, Tensor leading) {
    if (!agree(input, leading)) {
      throw new TypeMismatch(
          operator,
          "expected all tensors on one device, found %s and %s".formatted(leading, input));
    }
  }

  /** Returns whether {@code input} can be used with tensors on the device of {@code leading}. */
  static boolean agree(Tensor input, Tensor leading) {
    return input.storage().domain() == leading.storage().domain()
        || isNumber(input)
        || input.device().equals(leading.device());
  }

  /** Moves zero-dimensional inputs in host memory to the device, whose kernels cannot read them. */
  static void moveNumbers(Tensor[] inputs, MemoryDomain domain, Outputs by) {
    if (domain == MemoryDomain.host() || domain == MemoryDomain.meta()) {
      return;
    }
    for (int number = 0; number < inputs.length; number++) {
      Tensor input = inputs[number];
      if (input != null && isNumber(input)) {
        inputs[number] = by.convert(input, input.dtype(), domain);
      }
    }
  }

  static boolean isNumber(Tensor tensor) {
    return tensor.rank() == 0 && tensor.device().isHost();
  }
}
