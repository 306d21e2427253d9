package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.nn.activation.ActivationFactory;
import jackfield.nn.attention.AttentionFactory;
import jackfield.nn.convolution.ConvolutionFactory;
import jackfield.nn.convolution.PoolingFactory;
import jackfield.nn.layer.LayerFactory;
import jackfield.nn.loss.ClassificationLosses;
import jackfield.nn.loss.Loss;
import jackfield.nn.loss.MarginLosses;
import jackfield.nn.loss.RegressionLosses;
import jackfield.nn.loss.RetainedGradients;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.nn.normalization.NormalizationFactory;
import jackfield.nn.optim.OptimizerFactory;
import jackfield.nn.recurrent.RecurrentFactory;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import java.util.Objects;

/**
 * Makes modules, losses and optimizers that compute with the operators of one platform. The
 * interfaces have a family of methods each.
 *
 * <p>Backends and features may be plugged and unplugged while they are used: each call of an
 * operator finds its kernel anew. Several platforms in one process have an object of this class
 * each.
 *
 * <p><em>Source</em>: defaults and numbers follow PyTorch 2.6.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Nn
    implements LayerFactory,
        ActivationFactory,
        ConvolutionFactory,
        PoolingFactory,
        NormalizationFactory,
        RecurrentFactory,
        AttentionFactory,
        ClassificationLosses,
        RegressionLosses,
        MarginLosses,
        OptimizerFactory {
  private final RetainedGradients gradients;
  private final ModuleContext context;

  /**
   * Creates modules of float32 on the CPU, initialised by the platform's generator, see {@link
   * Aten#manualSeed}.
   */
  public Nn(Aten aten, Autograd autograd) {
    this(
        new RetainedGradients(
            Objects.requireNonNull(aten, "Nn: aten is null"),
            Objects.requireNonNull(autograd, "Nn: autograd is null")),
        new ModuleContext(aten));
  }

  private Nn(RetainedGradients gradients, ModuleContext context) {
    this.gradients = gradients;
    this.context = context;
  }

  /** Returns one whose random numbers depend on {@code seed} and the order of its calls only. */
  public Nn seeded(long seed) {
    return new Nn(gradients, context.seeded(seed));
  }

  /** Returns one that draws random numbers from {@code own}, a generator for its device. */
  public Nn with(Generator own) {
    return new Nn(gradients, context.with(own));
  }

  /** Returns one whose modules have parameters of type {@code wanted}. */
  public Nn with(DType wanted) {
    return new Nn(gradients, context.with(wanted));
  }

  /** Returns one whose modules are on {@code wanted}, with that device's own generator. */
  public Nn with(Device wanted) {
    return new Nn(gradients, context.with(wanted));
  }

  /** Returns what its modules are made with, for modules of one's own. */
  @Override
  public ModuleContext context() {
    return context;
  }

  /** Returns the operators. */
  public Aten aten() {
    return context.aten();
  }

  /**
   * Returns a parameter with the elements of {@code initial}, for modules of one's own.
   *
   * @throws jackfield.tensor.AutogradMisuse if the type is neither floating nor complex
   */
  public Parameter parameter(Tensor initial) {
    return context.parameter(initial);
  }

  @Override
  public Loss loss(Tensor value) {
    return new Loss(Objects.requireNonNull(value, "Nn.loss: value is null"), gradients);
  }
}
