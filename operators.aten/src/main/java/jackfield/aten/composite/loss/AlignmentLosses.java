package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten._CtcLoss;
import jackfield.aten._CtcLossTensor;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The connectionist temporal classification loss: the negative log likelihood of label sequences
 * over all their alignments with the steps of longer inputs.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AlignmentLosses {
  private final Aten aten;
  private final Losses losses;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public AlignmentLosses(Aten aten) {
    this.aten = aten;
    this.losses = new Losses(aten);
  }

  /**
   * Returns the losses of sequences, their mean or their sum. The mean divides each by the length
   * of its target first, which counts as 1 or more. Targets of other types than int32 are converted
   * to int64.
   *
   * @param zeroInfinity whether a loss counts as 0 where no alignment is possible
   */
  public Tensor ctc(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      long reduction,
      boolean zeroInfinity) {
    Losses.check("ctc_loss", reduction);
    boolean isLong = targets.dtype() == DType.INT64 || targets.dtype() == DType.INT32;
    Tensor classes = isLong ? targets : aten.to(targets, DType.INT64);
    Tensor each =
        aten._ctcLoss(logProbs, classes, inputLengths, targetLengths, blank, zeroInfinity).first();
    if (zeroInfinity) {
      Tensor isInfinite = aten.eq(each, Double.POSITIVE_INFINITY);
      each = aten.maskedFill(each, isInfinite, Scalar.ZERO);
    }
    if (reduction == Losses.MEAN) {
      long[] divisors = Arrays.stream(targetLengths).map(n -> Math.max(n, 1)).toArray();
      Tensor lengths = HostData.tensor(divisors, divisors.length);
      each = aten.div(each, aten.to(lengths, each));
    }
    return losses.reduced("ctc_loss", each, reduction);
  }

  /** Returns {@link #ctc} for lengths in tensors. */
  public Tensor ctcOfTensors(
      Tensor logProbs,
      Tensor targets,
      Tensor inputLengths,
      Tensor targetLengths,
      long blank,
      long reduction,
      boolean zeroInfinity) {
    return ctc(
        logProbs,
        targets,
        lengths("input_lengths", inputLengths),
        lengths("target_lengths", targetLengths),
        blank,
        reduction,
        zeroInfinity);
  }

  /** Returns the losses and the logarithms of the forward variables, for lengths in tensors. */
  public _CtcLossTensor.Result forwardOfTensors(
      Tensor logProbs,
      Tensor targets,
      Tensor inputLengths,
      Tensor targetLengths,
      long blank,
      boolean zeroInfinity) {
    _CtcLoss.Result both =
        aten._ctcLoss(
            logProbs,
            targets,
            lengths("input_lengths", inputLengths),
            lengths("target_lengths", targetLengths),
            blank,
            zeroInfinity);
    return new _CtcLossTensor.Result(both.first(), both.second());
  }

  private long[] lengths(String argument, Tensor lengths) {
    if (!lengths.dtype().isIntegral()) {
      throw new TypeMismatch(
          "ctc_loss", "expected integers in %s, found %s".formatted(argument, lengths.dtype()));
    }
    return HostData.longs(aten.to(lengths, Device.CPU, DType.INT64));
  }
}
