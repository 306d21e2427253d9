package jackfield.backend.cuda.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Losses by which scores of target classes exceed the others by a margin, and their gradients. */
public final class MarginBodies {
  private final Launcher launcher;
  private final IndexCheck indexes;
  private final RowLosses losses;

  /** Creates the bodies. */
  public MarginBodies(Launcher launcher) {
    this.launcher = launcher;
    this.indexes = new IndexCheck(launcher);
    this.losses = new RowLosses(launcher);
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MULTI_MARGIN_LOSS, this::multi)
        .structured(Aten.MULTI_MARGIN_LOSS_BACKWARD, this::multiBackward)
        .structured(Aten.MULTILABEL_MARGIN_LOSS_FORWARD, this::multilabel)
        .structured(Aten.MULTILABEL_MARGIN_LOSS_BACKWARD, this::multilabelBackward);
  }

  private void multi(
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor output) {
    String operator = "multi_margin_loss";
    indexes.check(operator, "target", target, 0, classes(self));
    losses.write(
        operator,
        output,
        rows(self),
        reduction,
        scratch ->
            launcher.elementwise(
                operator,
                "multi_margin",
                block(self, p, margin, 1, false, scratch, self, target, weight, output),
                rows(self)));
  }

  private void multiBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor gradInput) {
    String operator = "multi_margin_loss_backward";
    indexes.check(operator, "target", target, 0, classes(self));
    boolean isEach = gradOutput.elementCount() != 1;
    ParameterBlock block =
        block(
            self,
            p,
            margin,
            divisor(self, reduction),
            isEach,
            0,
            self,
            target,
            weight,
            gradOutput,
            gradInput);
    launcher.elementwise(operator, "multi_margin_backward", block, rows(self));
  }

  private void multilabel(
      Tensor self, Tensor target, long reduction, Tensor output, Tensor isTarget) {
    String operator = "multilabel_margin_loss_forward";
    indexes.check(operator, "target", target, -1, classes(self));
    losses.write(
        operator,
        output,
        rows(self),
        reduction,
        scratch ->
            launcher.elementwise(
                operator,
                "multilabel_margin",
                block(
                    self,
                    Scalar.ONE,
                    Scalar.ONE,
                    1,
                    false,
                    scratch,
                    self,
                    target,
                    output,
                    isTarget),
                rows(self)));
  }

  private void multilabelBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      long reduction,
      Tensor isTarget,
      Tensor gradInput) {
    String operator = "multilabel_margin_loss_backward";
    indexes.check(operator, "target", target, -1, classes(self));
    boolean isEach = gradOutput.elementCount() != 1;
    ParameterBlock block =
        block(
            self,
            Scalar.ONE,
            Scalar.ONE,
            divisor(self, reduction),
            isEach,
            0,
            self,
            target,
            isTarget,
            gradOutput,
            gradInput);
    launcher.elementwise(operator, "multilabel_margin_backward", block, self.elementCount());
  }

  private static ParameterBlock block(
      Tensor self,
      Scalar p,
      Scalar margin,
      double divisor,
      boolean isEach,
      long scratch,
      Tensor... tensors) {
    long[] numbers = {
      rows(self),
      classes(self),
      p.toLong(),
      Double.doubleToRawLongBits(margin.toDouble()),
      Double.doubleToRawLongBits(divisor),
      isEach ? 1 : 0,
      scratch
    };
    return Blocks.tensors(numbers, tensors);
  }

  private static double divisor(Tensor self, long reduction) {
    return reduction == RowLosses.MEAN ? (double) self.elementCount() : classes(self);
  }

  private static long classes(Tensor self) {
    return self.rank() == 0 ? 1 : self.size(self.rank() - 1);
  }

  private static long rows(Tensor self) {
    return self.elementCount() / classes(self);
  }
}
