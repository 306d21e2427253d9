package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Operators between a tensor and a number. The number becomes a zero-dimensional tensor that counts
 * as a number in type promotion, and the operator between tensors computes the result. Arithmetic
 * into {@code out} requires the result's type and allows {@code out} to overlap the inputs;
 * comparisons cast to the type of {@code out}.
 */
public final class NumberKernels {
  private final Aten aten;
  private final GivenResults results;

  /** Creates kernels that call the operators of {@code aten}. */
  public NumberKernels(Aten aten) {
    this.aten = aten;
    this.results = new GivenResults(aten);
  }

  /** Computes {@code self + alpha * other}. */
  public Tensor add(Tensor self, Scalar other, Scalar alpha) {
    return aten.add(self, Numbers.wrapped(other), alpha);
  }

  /** Computes {@code self + alpha * other} in place. */
  public Tensor addInPlace(Tensor self, Scalar other, Scalar alpha) {
    return aten.add_(self, Numbers.wrapped(other), alpha);
  }

  /** Computes {@code self + alpha * other} into {@code out}. */
  public Tensor addOut(Tensor self, Scalar other, Scalar alpha, Tensor out) {
    return results.into("add", add(self, other, alpha), out);
  }

  /** Computes {@code self - alpha * other}. */
  public Tensor sub(Tensor self, Scalar other, Scalar alpha) {
    return aten.sub(self, Numbers.wrapped(other), alpha);
  }

  /** Computes {@code self - alpha * other} in place. */
  public Tensor subInPlace(Tensor self, Scalar other, Scalar alpha) {
    return aten.sub_(self, Numbers.wrapped(other), alpha);
  }

  /** Computes {@code self - alpha * other} into {@code out}. */
  public Tensor subOut(Tensor self, Scalar other, Scalar alpha, Tensor out) {
    return results.into("sub", sub(self, other, alpha), out);
  }

  /** Computes {@code other - alpha * self}. */
  public Tensor rsub(Tensor self, Tensor other, Scalar alpha) {
    return aten.sub(/* self= */ other, /* other= */ self, alpha);
  }

  /** Computes {@code other - alpha * self} into {@code out}. */
  public Tensor rsubOut(Tensor self, Tensor other, Scalar alpha, Tensor out) {
    return results.into("rsub", rsub(self, other, alpha), out);
  }

  /** Computes {@code other - alpha * self}. */
  public Tensor rsubNumber(Tensor self, Scalar other, Scalar alpha) {
    return aten.sub(Numbers.wrapped(other), self, alpha);
  }

  /** Computes {@code other - alpha * self} into {@code out}. */
  public Tensor rsubNumberOut(Tensor self, Scalar other, Scalar alpha, Tensor out) {
    return results.into("rsub", rsubNumber(self, other, alpha), out);
  }

  /** Computes {@code self * other}. */
  public Tensor mul(Tensor self, Scalar other) {
    return aten.mul(self, Numbers.wrapped(other));
  }

  /** Computes {@code self * other}, in place. */
  public Tensor mulInPlace(Tensor self, Scalar other) {
    return aten.mul_(self, Numbers.wrapped(other));
  }

  /** Computes {@code self * other}, into {@code out}. */
  public Tensor mulOut(Tensor self, Scalar other, Tensor out) {
    return results.into("mul", mul(self, other), out);
  }

  /** Computes {@code self / other}. */
  public Tensor div(Tensor self, Scalar other) {
    return aten.div(self, Numbers.wrapped(other));
  }

  /** Computes {@code self / other}, in place. */
  public Tensor divInPlace(Tensor self, Scalar other) {
    return aten.div_(self, Numbers.wrapped(other));
  }

  /** Computes {@code self / other}, into {@code out}. */
  public Tensor divOut(Tensor self, Scalar other, Tensor out) {
    return results.into("div", div(self, other), out);
  }

  /** Compares {@code self == other}, element by element. */
  public Tensor eq(Tensor self, Scalar other) {
    return aten.eq(self, Numbers.wrapped(other));
  }

  /** Compares {@code self == other}, element by element, in place. */
  public Tensor eqInPlace(Tensor self, Scalar other) {
    return aten.eq_(self, Numbers.wrapped(other));
  }

  /** Compares {@code self == other}, element by element, into {@code out}. */
  public Tensor eqOut(Tensor self, Scalar other, Tensor out) {
    return aten.eqOut(self, Numbers.wrapped(other), out);
  }

  /** Compares {@code self > other}, element by element. */
  public Tensor gt(Tensor self, Scalar other) {
    return aten.gt(self, Numbers.wrapped(other));
  }

  /** Compares {@code self > other}, element by element, in place. */
  public Tensor gtInPlace(Tensor self, Scalar other) {
    return aten.gt_(self, Numbers.wrapped(other));
  }

  /** Compares {@code self > other}, element by element, into {@code out}. */
  public Tensor gtOut(Tensor self, Scalar other, Tensor out) {
    return aten.gtOut(self, Numbers.wrapped(other), out);
  }

  /** Computes {@code self / other}, rounded. */
  public Tensor divMode(Tensor self, Scalar other, String roundingMode) {
    return aten.div(self, Numbers.wrapped(other), roundingMode);
  }

  /** Computes {@code self / other}, rounded, in place. */
  public Tensor divModeInPlace(Tensor self, Scalar other, String roundingMode) {
    return aten.div_(self, Numbers.wrapped(other), roundingMode);
  }

  /** Computes {@code self / other}, rounded, into {@code out}. */
  public Tensor divModeOut(Tensor self, Scalar other, String roundingMode, Tensor out) {
    return results.into("div", divMode(self, other, roundingMode), out);
  }
}
