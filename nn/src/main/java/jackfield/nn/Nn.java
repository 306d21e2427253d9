package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Scope;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes modules, losses and optimizers that compute with the operators of one platform.
 *
 * <p>Backends and features may be plugged and unplugged while they are used: each call of an
 * operator finds its kernel anew. Several platforms in one process have an object of this class
 * each.
 *
 * <p><em>Source</em>: defaults and numbers follow PyTorch 2.6.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Nn {
  private static final long IGNORED_CLASS = -100;

  private final Aten aten;
  private final Autograd autograd;
  private final RetainedGradients gradients;
  private final DType dtype;
  private final Device device;
  private final Generator generator; // null for the platform's own

  /**
   * Creates modules of float32 on the CPU, initialised by the platform's generator, see {@link
   * Aten#manualSeed}.
   */
  public Nn(Aten aten, Autograd autograd) {
    this(aten, autograd, new RetainedGradients(aten), DType.FLOAT32, Device.CPU, null);
  }

  private Nn(
      Aten aten,
      Autograd autograd,
      RetainedGradients gradients,
      DType dtype,
      Device device,
      Generator generator) {
    this.aten = aten;
    this.autograd = autograd;
    this.gradients = gradients;
    this.dtype = dtype;
    this.device = device;
    this.generator = generator;
  }

  /** Returns one whose random numbers depend on {@code seed} and the order of its calls only. */
  public Nn seeded(long seed) {
    return with(new Generator(device, seed));
  }

  /** Returns one that draws random numbers from {@code own}, a generator for its device. */
  public Nn with(Generator own) {
    return new Nn(aten, autograd, gradients, dtype, device, own);
  }

  /** Returns one whose modules have parameters of type {@code wanted}. */
  public Nn with(DType wanted) {
    return new Nn(aten, autograd, gradients, wanted, device, generator);
  }

  /** Returns one whose modules are on {@code wanted}, with that device's own generator. */
  public Nn with(Device wanted) {
    return new Nn(aten, autograd, gradients, dtype, wanted, null);
  }

  /** Returns the operators. */
  public Aten aten() {
    return aten;
  }

  /** Returns the generator of random numbers, null for the platform's own. */
  Generator generator() {
    return generator;
  }

  // ---- modules

  /** Returns modules one after the other, named {@code 0}, {@code 1} and so on. */
  public Sequential sequential(Module... modules) {
    return new Sequential(modules);
  }

  /** Returns an affine map from {@code [*, in]} to {@code [*, out]} with a bias. */
  public Linear linear(long in, long out) {
    return linear(in, out, true);
  }

  /**
   * Returns an affine map from {@code [*, in]} to {@code [*, out]}.
   *
   * @throws InvalidArgument if a size is negative
   */
  public Linear linear(long in, long out, boolean bias) {
    if (in < 0 || out < 0) {
      throw new InvalidArgument(
          "linear", "sizes", "must be 0 or more, found %d and %d".formatted(in, out));
    }
    return new Linear(this, in, out, bias);
  }

  /** Returns the maximum of 0 and each element. */
  public Module relu() {
    return new Function("ReLU", "", aten::relu);
  }

  /** Returns {@code 1 / (1 + exp(-x))} of each element. */
  public Module sigmoid() {
    return new Function("Sigmoid", "", aten::sigmoid);
  }

  /** Returns the hyperbolic tangent of each element. */
  public Module tanh() {
    return new Function("Tanh", "", aten::tanh);
  }

  /** Returns {@code x · sigmoid(x)} of each element. */
  public Module silu() {
    return new Function("SiLU", "", x -> aten.mul(x, aten.sigmoid(x)));
  }

  /** Returns each element, multiplied by {@code negativeSlope} where it is negative. */
  public Module leakyRelu(double negativeSlope) {
    return new Function(
        "LeakyReLU",
        "negative_slope=" + negativeSlope,
        x -> aten.where(aten.gt(x, 0), x, aten.mul(x, negativeSlope)));
  }

  /** Returns the Gaussian error linear unit in its approximation by the hyperbolic tangent. */
  public Module geluTanh() {
    return new Function("GELU", "approximate='tanh'", this::geluTanh);
  }

  private Tensor geluTanh(Tensor x) {
    Tensor cube = aten.mul(aten.mul(x, x), x);
    Tensor inner = aten.mul(aten.add(x, aten.mul(cube, 0.044715)), Math.sqrt(2 / Math.PI));
    return aten.mul(aten.mul(x, 0.5), aten.add(aten.tanh(inner), 1));
  }

  /** Returns the softmax along {@code dim}. */
  public Module softmax(long dim) {
    return new Function("Softmax", "dim=" + dim, x -> aten.softmax(x, dim));
  }

  /** Returns the logarithm of the softmax along {@code dim}. */
  public Module logSoftmax(long dim) {
    return new Function("LogSoftmax", "dim=" + dim, x -> aten.logSoftmax(x, dim));
  }

  /** Returns a module that makes one dimension of all but the first. */
  public Module flatten() {
    return new Function("Flatten", "start_dim=1, end_dim=-1", x -> aten.flatten(x, 1, -1));
  }

  /**
   * Returns a module that, in training, sets elements to 0 with probability {@code p}.
   *
   * @throws InvalidArgument if {@code p} is not from 0 to 1
   */
  public Dropout dropout(double p) {
    return new Dropout(this, p);
  }

  /**
   * Returns a table of {@code count} rows that indexes choose.
   *
   * @throws InvalidArgument if a size is negative
   */
  public Embedding embedding(long count, long width) {
    return new Embedding(this, count, width, null);
  }

  /**
   * Returns a table of {@code count} rows that indexes choose; the row {@code paddingIdx} is zeros
   * and is not trained. A negative one counts from the end.
   *
   * @throws InvalidArgument if a size is negative, or there is no such row
   */
  public Embedding embedding(long count, long width, long paddingIdx) {
    return new Embedding(this, count, width, paddingIdx);
  }

  /**
   * Returns a recurrent network of hyperbolic tangents.
   *
   * @throws InvalidArgument if a size is not positive
   */
  public RNN rnn(long in, long hidden, RecurrentOptions options) {
    return new RNN(this, in, hidden, false, options);
  }

  /**
   * Returns a recurrent network of positive parts.
   *
   * @throws InvalidArgument if a size is not positive
   */
  public RNN rnnRelu(long in, long hidden, RecurrentOptions options) {
    return new RNN(this, in, hidden, true, options);
  }

  /**
   * Returns a network of gated recurrent units.
   *
   * @throws InvalidArgument if a size is not positive
   */
  public GRU gru(long in, long hidden, RecurrentOptions options) {
    return new GRU(this, in, hidden, options);
  }

  /**
   * Returns a network of long short-term memories.
   *
   * @throws InvalidArgument if a size is not positive
   */
  public LSTM lstm(long in, long hidden, RecurrentOptions options) {
    return new LSTM(this, in, hidden, options);
  }

  /**
   * Returns attention of several heads.
   *
   * @param dropout the probability with which weights become 0 in training; 0 in PyTorch
   * @param batchFirst whether the batch is the first dimension; false in PyTorch
   * @throws InvalidArgument if {@code heads} does not divide {@code width}
   */
  public MultiheadAttention multiheadAttention(
      long width, long heads, double dropout, boolean batchFirst) {
    return new MultiheadAttention(this, width, heads, dropout, batchFirst);
  }

  /** Returns a module without parameters that computes {@code function}. */
  public Module function(String name, UnaryOperator<Tensor> function) {
    return new Function(name, "", function);
  }

  /**
   * Returns a parameter with the elements of {@code initial}, for modules of one's own.
   *
   * @throws jackfield.tensor.AutogradMisuse if the type is neither floating nor complex
   */
  public Parameter parameter(Tensor initial) {
    return new Parameter(aten, Scope.outside(() -> aten.clone(initial.data())));
  }

  /** Returns a parameter with uniform random numbers from ±{@code bound}. */
  Parameter uniform(double bound, long... sizes) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      Tensor made = Scope.outside(() -> aten.zeros(sizes, dtype, null, device, null));
      if (bound > 0 && made.elementCount() > 0) {
        aten.uniform_(made, -bound, bound, generator);
      }
      return new Parameter(aten, made);
    }
  }

  /** Returns a parameter with normal random numbers of mean 0 and deviation 1. */
  Parameter normal(long... sizes) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      Tensor made = Scope.outside(() -> aten.zeros(sizes, dtype, null, device, null));
      if (made.elementCount() > 0) {
        aten.normal_(made, 0, 1, generator);
      }
      return new Parameter(aten, made);
    }
  }

  // ---- losses

  /**
   * Returns the mean cross entropy between scores and classes.
   *
   * @param scores unnormalised, {@code [batch, classes]} or {@code [batch, classes, *]}
   * @param labels the classes as int64, {@code [batch]} or {@code [batch, *]}, or probabilities of
   *     the sizes of the scores
   */
  public Loss crossEntropy(Tensor scores, Tensor labels) {
    return crossEntropy(scores, labels, null, Reduction.MEAN, 0);
  }

  /**
   * Returns the cross entropy between scores and classes.
   *
   * @param weight a factor for each class, null for 1
   * @param labelSmoothing the share of the target that is spread evenly over all classes, 0 to 1
   */
  public Loss crossEntropy(
      Tensor scores, Tensor labels, Tensor weight, Reduction reduction, double labelSmoothing) {
    return loss(
        aten.crossEntropyLoss(
            scores, labels, weight, reduction.ordinal(), IGNORED_CLASS, labelSmoothing));
  }

  /** Returns the mean negative log likelihood of classes; the scores are logarithms. */
  public Loss nllLoss(Tensor logProbabilities, Tensor labels) {
    return nllLoss(logProbabilities, labels, null, Reduction.MEAN);
  }

  /**
   * Returns the negative log likelihood; {@code weight} has a factor for each class, or is null.
   */
  public Loss nllLoss(Tensor logProbabilities, Tensor labels, Tensor weight, Reduction reduction) {
    return loss(
        aten.nllLossNd(logProbabilities, labels, weight, reduction.ordinal(), IGNORED_CLASS));
  }

  /** Returns the mean of the squared differences. */
  public Loss mseLoss(Tensor output, Tensor target) {
    return mseLoss(output, target, Reduction.MEAN);
  }

  /**
   * Returns the squared differences, reduced as asked.
   *
   * @throws ShapeMismatch if the sizes differ: broadcasting hides a forgotten dimension
   */
  public Loss mseLoss(Tensor output, Tensor target, Reduction reduction) {
    if (!Arrays.equals(output.sizes(), target.sizes())) {
      throw new ShapeMismatch(
          "mseLoss", "output and target must have the same sizes", output.sizes(), target.sizes());
    }
    Tensor difference = aten.sub(output, target);
    Tensor squares = aten.mul(difference, difference);
    return loss(
        switch (reduction) {
          case NONE -> squares;
          case MEAN -> aten.mean(squares);
          case SUM -> aten.sum(squares);
        });
  }

  /** Returns {@code value}, computed by any operators, as a loss. */
  public Loss loss(Tensor value) {
    return new Loss(value, autograd, gradients);
  }

  // ---- optimizers

  /**
   * Returns stochastic gradient descent.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  public SGD sgd(List<Parameter> parameters, double lr) {
    return new SGD(aten, parameters, lr);
  }

  /** Returns Adam with PyTorch's learning rate of 0.001. */
  public Adam adam(List<Parameter> parameters) {
    return adam(parameters, Adam.DEFAULT_LR);
  }

  /**
   * Returns Adam.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  public Adam adam(List<Parameter> parameters, double lr) {
    return new Adam(aten, parameters, lr);
  }

  /** Returns AdamW with PyTorch's learning rate of 0.001 and weight decay of 0.01. */
  public AdamW adamW(List<Parameter> parameters) {
    return adamW(parameters, Adam.DEFAULT_LR);
  }

  /**
   * Returns AdamW with a weight decay of 0.01.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  public AdamW adamW(List<Parameter> parameters, double lr) {
    return new AdamW(aten, parameters, lr);
  }
}
