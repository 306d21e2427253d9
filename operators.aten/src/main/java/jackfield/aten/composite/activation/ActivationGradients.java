package jackfield.aten.composite.activation;

import jackfield.aten.Aten;
import jackfield.aten._PreluKernelBackward;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Gradients of activations that are composed of other operators. */
public final class ActivationGradients {
  private final Aten aten;
  private final GivenResults given;

  /** Creates kernels that call the operators of {@code aten}. */
  public ActivationGradients(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Computes the gradient of mish: with t = tanh(softplus(x)), t + x σ(x) (1 − t²). */
  public Tensor mish(Tensor gradOutput, Tensor self) {
    Tensor tanh = aten.tanh(aten.softplus(self, Scalar.ONE, Scalar.of(20L)));
    Tensor slope = aten.rsub(aten.mul(tanh, tanh), Scalar.ONE, Scalar.ONE);
    Tensor inner = aten.mul(aten.mul(self, aten.sigmoid(self)), slope);
    return aten.mul(gradOutput, aten.add(tanh, inner, Scalar.ONE));
  }

  /** Computes the gradient of glu: of a σ(b), σ(b) and a σ(b) (1 − σ(b)). */
  public Tensor glu(Tensor gradOutput, Tensor self, long dim) {
    TypeRules.requireSame("glu_backward", self, gradOutput);
    TypeRules.refuse("glu_backward", TypeRules.NOT_REAL, self.dtype());
    Tensor[] halves = Halves.of(aten, "glu_backward", self, dim);
    Tensor sigmoid = aten.sigmoid(halves[1]);
    Tensor first = aten.mul(gradOutput, sigmoid);
    Tensor slope = aten.rsub(sigmoid, Scalar.ONE, Scalar.ONE);
    Tensor second = aten.mul(aten.mul(first, halves[0]), slope);
    return aten.cat(new Tensor[] {first, second}, dim);
  }

  /** Writes {@link #glu} into {@code gradInput}. */
  public Tensor gluInto(Tensor gradOutput, Tensor self, long dim, Tensor gradInput) {
    return given.into("glu_backward", glu(gradOutput, self, dim), gradInput);
  }

  /**
   * Computes the gradients of {@code _prelu_kernel} for self and for weight. Both have the common
   * sizes of all arguments; they are not summed to the sizes of self and weight.
   *
   * @throws jackfield.tensor.TypeMismatch if the types differ or are not real floating ones
   */
  public _PreluKernelBackward.Result prelu(Tensor gradOutput, Tensor self, Tensor weight) {
    TypeRules.requireSame("_prelu_kernel_backward", self, weight);
    TypeRules.requireSame("_prelu_kernel_backward", self, gradOutput);
    TypeRules.refuse("_prelu_kernel_backward", TypeRules.NOT_REAL, self.dtype());
    Tensor[] all = aten.broadcastTensors(new Tensor[] {gradOutput, self, weight});
    Tensor isPositive = aten.gt(all[1], Scalar.ZERO);
    return new _PreluKernelBackward.Result(
        aten.where(isPositive, all[0], aten.mul(all[0], all[2])),
        aten.where(isPositive, Scalar.ZERO, aten.mul(all[0], all[1])));
  }
}
