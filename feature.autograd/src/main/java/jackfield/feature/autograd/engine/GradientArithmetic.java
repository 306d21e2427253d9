package jackfield.feature.autograd.engine;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** What the engine computes by itself, whatever operators were recorded. */
public interface GradientArithmetic {
  /** Returns the sum in a new tensor. */
  Tensor add(Tensor one, Tensor other);

  /** Adds {@code more} to {@code sum}, without counting a change. */
  void addInPlace(Tensor sum, Tensor more);

  /** Returns the gradient of what was broadcast from {@code sizes}: its sum over the copies. */
  Tensor sumTo(Tensor gradient, long[] sizes);

  /** Returns the gradient in another element type. */
  Tensor cast(Tensor gradient, DType dtype);

  /** Returns a tensor of the type and sizes of {@code output} that holds ones. */
  Tensor onesLike(Tensor output);

  /** Returns a copy. */
  Tensor cloned(Tensor gradient);

  /** Returns a copy laid out in memory as {@code leaf} is, row-major if that has gaps. */
  Tensor copyLike(Tensor gradient, Tensor leaf);
}
