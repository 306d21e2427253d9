package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Bare numbers as operands. */
public final class Numbers {
  private static final long KEYS = KeySets.ofTensor(DispatchKey.CPU.bits());
  private static final long INFERENCE_KEYS = KeySets.ofInferenceTensor(DispatchKey.CPU.bits());

  private Numbers() {}

  /**
   * Returns a zero-dimensional tensor in host memory that counts as a bare number in type promotion
   * and is accepted beside tensors on any device.
   */
  public static Tensor wrapped(Scalar value) {
    Storage storage = MemoryDomain.host().allocate(value.type().sizeBytes());
    long keys = DispatchContext.current().isInference() ? INFERENCE_KEYS : KEYS;
    Tensor tensor = Tensor.wrappedNumber(keys, value.type(), storage);
    Elements.putScalar(value.type(), tensor.address(), value);
    return tensor;
  }

  /** Returns what {@link #wrapped(Scalar)} returns, but in the memory of a device. */
  public static Tensor wrapped(Aten aten, Scalar value, Device device) {
    Tensor onHost = wrapped(value);
    if (device.isHost()) {
      return onHost;
    }
    Tensor moved = aten.to(onHost, device, value.type());
    return Tensor.wrappedNumber(moved.keyBits(), moved.dtype(), moved.storage());
  }
}
