package jackfield.aten.composite.channel;

import jackfield.aten.Aten;
import jackfield.aten.NativeBatchNorm;
import jackfield.aten.NativeBatchNormOut;
import jackfield.aten._BatchNormNoUpdate;
import jackfield.aten._BatchNormNoUpdateOut;
import jackfield.aten._BatchNormWithUpdate;
import jackfield.aten._BatchNormWithUpdateOut;
import jackfield.aten._NativeBatchNormLegit;
import jackfield.aten._NativeBatchNormLegitNoStats;
import jackfield.aten._NativeBatchNormLegitNoStatsOut;
import jackfield.aten._NativeBatchNormLegitNoTraining;
import jackfield.aten._NativeBatchNormLegitOut;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Further forms of {@code native_batch_norm}, which differ in how their schemas declare the running
 * statistics.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BatchForms {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public BatchForms(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Normalizes each channel. */
  public _NativeBatchNormLegit.Result legit(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      boolean training,
      double momentum,
      double eps) {
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(input, weight, bias, runningMean, runningVar, training, momentum, eps);
    return new _NativeBatchNormLegit.Result(all.first(), all.second(), all.third());
  }

  /** Normalizes each channel into {@code out}. */
  public _NativeBatchNormLegitOut.Result legitOut(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      boolean training,
      double momentum,
      double eps,
      Tensor out,
      Tensor saveMean,
      Tensor saveInvstd) {
    NativeBatchNormOut.Result all =
        aten.nativeBatchNormOut(
            input,
            weight,
            bias,
            runningMean,
            runningVar,
            training,
            momentum,
            eps,
            out,
            saveMean,
            saveInvstd);
    return new _NativeBatchNormLegitOut.Result(all.out(), all.saveMean(), all.saveInvstd());
  }

  /** Normalizes each channel, without running statistics. */
  public _NativeBatchNormLegitNoStats.Result noStats(
      Tensor input, Tensor weight, Tensor bias, boolean training, double momentum, double eps) {
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(input, weight, bias, null, null, training, momentum, eps);
    return new _NativeBatchNormLegitNoStats.Result(all.first(), all.second(), all.third());
  }

  /** Normalizes each channel into {@code out}, without running statistics. */
  public _NativeBatchNormLegitNoStatsOut.Result noStatsOut(
      Tensor input,
      Tensor weight,
      Tensor bias,
      boolean training,
      double momentum,
      double eps,
      Tensor out,
      Tensor saveMean,
      Tensor saveInvstd) {
    NativeBatchNormOut.Result all =
        aten.nativeBatchNormOut(
            input, weight, bias, null, null, training, momentum, eps, out, saveMean, saveInvstd);
    return new _NativeBatchNormLegitNoStatsOut.Result(all.out(), all.saveMean(), all.saveInvstd());
  }

  /** Normalizes each channel with the running statistics. */
  public _NativeBatchNormLegitNoTraining.Result noTraining(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      double momentum,
      double eps) {
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(input, weight, bias, runningMean, runningVar, false, momentum, eps);
    return new _NativeBatchNormLegitNoTraining.Result(all.first(), all.second(), all.third());
  }

  /** Normalizes each channel and updates the running statistics. */
  public _BatchNormWithUpdate.Result withUpdate(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      double momentum,
      double eps) {
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(input, weight, bias, runningMean, runningVar, true, momentum, eps);
    return new _BatchNormWithUpdate.Result(all.first(), all.second(), all.third(), reserve(input));
  }

  /**
   * Normalizes each channel into {@code out} and updates the running statistics.
   *
   * @param reserve is left as it is
   */
  public _BatchNormWithUpdateOut.Result withUpdateOut(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      double momentum,
      double eps,
      Tensor out,
      Tensor saveMean,
      Tensor saveInvstd,
      Tensor reserve) {
    NativeBatchNormOut.Result all =
        aten.nativeBatchNormOut(
            input,
            weight,
            bias,
            runningMean,
            runningVar,
            true,
            momentum,
            eps,
            out,
            saveMean,
            saveInvstd);
    return new _BatchNormWithUpdateOut.Result(all.out(), all.saveMean(), all.saveInvstd(), reserve);
  }

  /** Normalizes each channel with the running statistics. */
  public _BatchNormNoUpdate.Result noUpdate(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      double momentum,
      double eps) {
    NativeBatchNorm.Result all =
        aten.nativeBatchNorm(input, weight, bias, runningMean, runningVar, false, momentum, eps);
    return new _BatchNormNoUpdate.Result(all.first(), all.second(), all.third(), reserve(input));
  }

  private Tensor reserve(Tensor input) {
    return aten.newEmpty(input, new long[] {0}, DType.UINT8, null, null, null);
  }

  /** Writes {@link #noUpdate} into four tensors. */
  public _BatchNormNoUpdateOut.Result noUpdateOut(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      double momentum,
      double eps,
      Tensor out0,
      Tensor out1,
      Tensor out2,
      Tensor out3) {
    _BatchNormNoUpdate.Result all =
        noUpdate(input, weight, bias, runningMean, runningVar, momentum, eps);
    Tensor[] results = {all.first(), all.second(), all.third(), all.fourth()};
    given.intoAll("_batch_norm_no_update", results, out0, out1, out2, out3);
    return new _BatchNormNoUpdateOut.Result(out0, out1, out2, out3);
  }
}
