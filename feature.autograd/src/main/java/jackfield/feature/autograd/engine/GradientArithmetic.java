package jackfield.feature.autograd.engine;

import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** The operations that the engine itself needs, independent of the recorded operators. */
public interface GradientArithmetic {
  /** Returns the sum in a new tensor. */
  Tensor add(Tensor one, Tensor other);

  /** Adds {@code more} to {@code sum} without incrementing the version of {@code sum}. */
  void addInPlace(Tensor sum, Tensor more);

  /**
   * Returns the gradient of a tensor that was broadcast from {@code sizes}: its sum over the
   * copies.
   */
  Tensor sumTo(Tensor gradient, long[] sizes);

  /** Returns the gradient in another element type. */
  Tensor cast(Tensor gradient, DType dtype);

  /** Returns the gradient on another device. */
  Tensor onDevice(Tensor gradient, Device device);

  /** Returns a tensor of ones with the type and sizes of {@code output}. */
  Tensor onesLike(Tensor output);

  /** Returns a copy. */
  Tensor cloned(Tensor gradient);

  /** Returns a copy with the layout of {@code leaf}; row-major if the leaf has gaps. */
  Tensor copyLike(Tensor gradient, Tensor leaf);
}
