package jackfield.aten.composite.dropout;

import jackfield.aten.Aten;
import jackfield.aten.NativeDropout;
import jackfield.aten.NativeDropoutOut;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.random.RealDistribution;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Dropout with the mask of the elements that are kept, drawn from the generator of the device.
 *
 * <p><em>Types</em>: in training, floating or complex; the mask is bool. <em>Layout</em>: both
 * results have that of the input.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NativeDropouts {
  private static final String OPERATOR = "native_dropout";

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public NativeDropouts(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Sets elements to 0 with probability {@code p}, multiplies the others by 1 / (1 - p) and returns
   * the mask of those.
   *
   * @param train false for no change; null counts as true
   */
  public NativeDropout.Result masked(Tensor input, double p, Boolean train) {
    if (Boolean.FALSE.equals(train)) {
      return new NativeDropout.Result(aten.clone(input), aten.onesLike(input, DType.BOOL));
    }
    RealDistribution.checkProbability(OPERATOR, p);
    if (!input.dtype().isFloating() && !input.dtype().isComplex()) {
      throw new TypeMismatch(OPERATOR, "expected a floating type, found " + input.summary());
    }
    Tensor mask = aten.bernoulli_(aten.emptyLike(input, DType.BOOL), 1 - p);
    Tensor kept = aten.mul(input, mask);
    return new NativeDropout.Result(aten.mul_(kept, p == 1 ? 0 : 1 / (1 - p)), mask);
  }

  /** Writes the results of {@link #masked} into tensors of their types. */
  public NativeDropoutOut.Result maskedOut(
      Tensor input, double p, Boolean train, Tensor out0, Tensor out1) {
    NativeDropout.Result result = masked(input, p, train);
    given.intoAll(OPERATOR, new Tensor[] {result.first(), result.second()}, out0, out1);
    return new NativeDropoutOut.Result(out0, out1);
  }
}
