package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.DivScalar;
import jackfield.aten.Log;
import jackfield.aten.MulTensor;
import jackfield.aten.RsubScalar;
import jackfield.aten.SubTensor;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Gradients of losses for their targets.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LossGradients {
  private static final long MEAN = 1; // the number of this reduction in schemas

  private final SubTensor sub;
  private final MulTensor mul;
  private final DivScalar div;
  private final RsubScalar rsub;
  private final Log log;

  public LossGradients(KernelRegistrar kernels) {
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.div = kernels.operator(DivScalar.TYPE);
    this.rsub = kernels.operator(RsubScalar.TYPE);
    this.log = kernels.operator(Log.TYPE);
  }

  /** Returns the gradient of {@code binary_cross_entropy} for {@code target}. */
  public Tensor crossEntropyTarget(
      Tensor grad, Tensor self, Tensor target, Tensor weight, long reduction) {
    Tensor slope =
        sub.call(log.call(rsub.call(self, Scalar.ONE, Scalar.ONE)), log.call(self), Scalar.ONE);
    Tensor scaled = mul.call(slope, grad);
    Tensor weighted = weight == null ? scaled : mul.call(scaled, weight);
    return reduction == MEAN
        ? div.call(weighted, Scalar.of(Shapes.elementCount(target.sizes())))
        : weighted;
  }
}
