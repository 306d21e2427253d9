package jackfield.aten.composite.reduction;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Norms and means that are composed of other reductions and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NormKernels {
  private static final long[] WHOLE = null;
  private static final Scalar TWO = Scalar.of(2);

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public NormKernels(Aten aten) {
    this.aten = aten;
  }

  /** Averages the elements that are not NaN. */
  public Tensor nanmean(Tensor self, long[] dim, boolean keepdim, DType dtype) {
    requireReal(self);
    return aten.div(aten.nansum(self, dim, keepdim, dtype), numbers(self, dim, keepdim));
  }

  /** Averages the elements that are not NaN, into {@code out}. */
  public Tensor nanmeanOut(Tensor self, long[] dim, boolean keepdim, DType dtype, Tensor out) {
    requireReal(self);
    if (!out.dtype().isFloating() && !out.dtype().isComplex()) {
      throw new TypeMismatch("nanmean", "expected out of a floating type, found " + out.dtype());
    }
    Tensor sum = aten.nansumOut(self, dim, keepdim, dtype, out);
    return aten.div_(sum, numbers(self, dim, keepdim));
  }

  private static void requireReal(Tensor self) {
    if (!self.dtype().isFloating() && !self.dtype().isComplex()) {
      throw new TypeMismatch("nanmean", "expected a floating type, found " + self.dtype());
    }
  }

  /** Returns how many elements are not NaN. */
  private Tensor numbers(Tensor self, long[] dim, boolean keepdim) {
    Tensor values = aten.detach(self);
    return aten.sum(aten.eq(values, values), dim, keepdim, null);
  }

  /** Returns the logarithm of the sum of powers of e. */
  public Tensor logsumexp(Tensor self, long[] dim, boolean keepdim) {
    return aten.logsumexp(self, dim, keepdim);
  }

  /** Returns the logarithm of the sum of powers of e in {@code out}. */
  public Tensor logsumexpOut(Tensor self, long[] dim, boolean keepdim, Tensor out) {
    return aten.logsumexpOut(self, dim, keepdim, out);
  }

  /** Returns the norm of all elements. */
  public Tensor norm(Tensor self, Scalar p) {
    return aten.linalgVectorNorm(self, p, WHOLE, false, null);
  }

  /** Returns the norm of all elements in a type. */
  public Tensor normAs(Tensor self, Scalar p, DType dtype) {
    return aten.linalgVectorNorm(self, power(p), WHOLE, false, dtype);
  }

  /** Returns the norm along dimensions. */
  public Tensor normDim(Tensor self, Scalar p, long[] dim, boolean keepdim) {
    return aten.linalgVectorNorm(self, power(p), dim, keepdim, null);
  }

  /** Returns the norm along dimensions in a type. */
  public Tensor normDimAs(Tensor self, Scalar p, long[] dim, boolean keepdim, DType dtype) {
    return aten.linalgVectorNorm(self, power(p), dim, keepdim, dtype);
  }

  /** Returns the norm along dimensions in {@code out}. */
  public Tensor normOut(Tensor self, Scalar p, long[] dim, boolean keepdim, Tensor out) {
    return aten.linalgVectorNormOut(self, power(p), dim, keepdim, null, out);
  }

  /** Returns the norm along dimensions in a type in {@code out}. */
  public Tensor normOutAs(
      Tensor self, Scalar p, long[] dim, boolean keepdim, DType dtype, Tensor out) {
    return aten.linalgVectorNormOut(self, power(p), dim, keepdim, dtype, out);
  }

  private static Scalar power(Scalar p) {
    return p == null ? TWO : p;
  }

  /** Tells whether two tensors have the same sizes and equal elements. */
  public boolean equal(Tensor self, Tensor other) {
    if (self.dtype() != other.dtype()) {
      throw new TypeMismatch(
          "equal",
          "expected two of one type, found %s and %s".formatted(self.dtype(), other.dtype()));
    }
    if (!Arrays.equals(self.sizes(), other.sizes())) {
      return false;
    }
    Tensor all = aten.all(aten.eq(self, other));
    return HostData.item(aten.to(all, Device.CPU, DType.BOOL)).toBoolean();
  }
}
