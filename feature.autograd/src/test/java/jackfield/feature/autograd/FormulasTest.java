package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aminmax;
import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares first and second derivatives with finite differences. The seed is fixed; the inputs keep
 * away from points where functions are not differentiable.
 */
final class FormulasTest {
  private static final double STEP = 1e-5;
  private static final long SEED = 42;

  private static final Recorder RECORDER = new Recorder();
  private static final Aten ATEN = RECORDER.aten;
  private static final Tensor MASK = HostData.tensor(new long[] {1, 0, 0, 1, 1, 0}, 2, 3);
  private static final Tensor CLASSES = HostData.tensor(new long[] {2, 0}, 2);

  /** A function to differentiate. */
  @FunctionalInterface
  interface Function {
    Tensor of(Tensor... inputs);
  }

  private static Tensor squared(Tensor tensor) {
    return ATEN.mul(tensor, tensor);
  }

  private static Arguments one(String name, Function function) {
    return arguments(name, function, new long[][] {{2, 3}});
  }

  private static Arguments two(String name, Function function, long[] first, long... second) {
    return arguments(name, function, new long[][] {first, second});
  }

  private static long[] sizes(long... sizes) {
    return sizes;
  }

  static Stream<Arguments> pointwise() {
    return Stream.of(
        two("add", x -> ATEN.add(x[0], x[1], Scalar.of(3.0)), sizes(2, 3), 3),
        two("sub", x -> ATEN.sub(x[0], x[1], Scalar.of(3.0)), sizes(2, 1), 2, 3),
        two("mul", x -> ATEN.mul(x[0], x[1]), sizes(2, 3), 1, 3),
        two("div", x -> ATEN.div(x[0], x[1]), sizes(2, 3), 3),
        two("div unrounded", x -> ATEN.div(x[0], x[1], (String) null), sizes(2, 3), 3),
        one("div by a number", x -> ATEN.div(x[0], 4.0)),
        one("neg", x -> ATEN.neg(x[0])),
        one("exp", x -> ATEN.exp(x[0])),
        one("log", x -> ATEN.log(ATEN.mul(x[0], x[0]))),
        one("sqrt", x -> ATEN.sqrt(ATEN.mul(x[0], x[0]))),
        one("sigmoid", x -> ATEN.sigmoid(x[0])),
        one("tanh", x -> ATEN.tanh(x[0])),
        one("relu", x -> ATEN.relu(x[0])),
        one("pow 3", x -> ATEN.pow(x[0], 3)),
        one("pow 0", x -> ATEN.add(ATEN.pow(x[0], 0), squared(x[0]))),
        two("prelu", x -> ATEN.prelu(x[0], x[1]), sizes(2, 3), 3),
        two("prelu, one weight", x -> ATEN.prelu(x[0], x[1]), sizes(2, 3), 1),
        two("where", x -> ATEN.where(ATEN.gt(MASK, 0), x[0], x[1]), sizes(2, 3), 3),
        two("complex", x -> ATEN.abs(ATEN.complex(x[0], x[1])), sizes(2, 3), 3),
        two("polar", x -> ATEN.real(ATEN.polar(squared(x[0]), x[1])), sizes(2, 3), 3),
        two("polar, imaginary", x -> ATEN.imag(ATEN.polar(squared(x[0]), x[1])), sizes(3), 2, 3),
        one("change in place", x -> ATEN.tanh_(ATEN.mul_(squared(x[0]), x[0]))));
  }

  static Stream<Arguments> functions() {
    return Stream.of(
        one("erf", x -> ATEN.erf(x[0])),
        one("erfc", x -> ATEN.erfc(x[0])),
        one("erfinv", x -> ATEN.erfinv(ATEN.sin(x[0]))),
        one("cos", x -> ATEN.cos(x[0])),
        one("tan", x -> ATEN.tan(ATEN.tanh(x[0]))),
        one("sinh", x -> ATEN.sinh(x[0])),
        one("cosh", x -> ATEN.cosh(x[0])),
        one("rsqrt", x -> ATEN.rsqrt(ATEN.exp(x[0]))),
        one("exp2", x -> ATEN.exp2(x[0])),
        one("expm1", x -> ATEN.expm1(x[0])),
        one("log2", x -> ATEN.log2(ATEN.exp2(squared(x[0])))),
        one("log10", x -> ATEN.log10(ATEN.exp(squared(x[0])))),
        one("log1p", x -> ATEN.log1p(squared(x[0]))),
        one("frexp", x -> ATEN.frexp(squared(x[0])).mantissa()),
        one("native_dropout", x -> ATEN.nativeDropout(squared(x[0]), 0.5, false).first()),
        one("mvlgamma_ in place", x -> ATEN.mvlgamma_(ATEN.add(squared(x[0]), 2), 3)),
        one("frac", x -> ATEN.frac(ATEN.mul(x[0], 0.25))));
  }

  static Stream<Arguments> reductionsAndProducts() {
    return Stream.of(
        one("sum", x -> ATEN.sum(x[0])),
        one("sum dim", x -> ATEN.sum(x[0], sizes(-1))),
        one("sum keepdim", x -> ATEN.sum(x[0], sizes(0), true)),
        one("mean", x -> ATEN.mean(x[0])),
        one("mean dims", x -> ATEN.mean(x[0], sizes(0, 1))),
        one("amax", x -> ATEN.amax(x[0], sizes(1), false)),
        one("amin", x -> ATEN.amin(x[0], sizes(1), false)),
        one("aminmax, both", x -> difference(ATEN.aminmax(x[0], 1L, true))),
        one("aminmax, min of all", x -> ATEN.aminmax(x[0]).min()),
        one("max dim", x -> ATEN.max(x[0], 1).values()),
        one("min keepdim", x -> ATEN.min(x[0], -1, true).values()),
        one("sort", x -> ATEN.sort(x[0], 1, true).values()),
        one("msort", x -> ATEN.msort(x[0])),
        two("mm", x -> ATEN.mm(x[0], x[1]), sizes(2, 3), 3, 4),
        two("mm transposed", x -> ATEN.mm(x[0], ATEN.t(x[1])), sizes(2, 3), 4, 3),
        two("addmm", x -> addmm(x[0], x[1]), sizes(2, 3), 3, 4),
        two("bmm", x -> ATEN.bmm(x[0], x[1]), sizes(2, 2, 3), 2, 3, 2),
        two("linear", x -> ATEN.linear(x[0], x[1]), sizes(2, 3), 4, 3),
        one("softmax", x -> ATEN.softmax(x[0], 1)),
        one("log_softmax", x -> ATEN.logSoftmax(x[0], 0)),
        one("cross entropy", x -> ATEN.crossEntropyLoss(x[0], CLASSES)),
        one("nll_loss sum", x -> ATEN.nllLoss(x[0], CLASSES, null, 2)));
  }

  private static Tensor difference(Aminmax.Result of) {
    return ATEN.sub(squared(of.max()), of.min());
  }

  private static Tensor addmm(Tensor one, Tensor other) {
    Tensor bias = ATEN.sum(other, sizes(0));
    return ATEN.addmm(bias, one, other, Scalar.of(0.5), Scalar.of(2.0));
  }

  static Stream<Arguments> views() {
    return Stream.of(
        one("view", x -> ATEN.mul(ATEN.view(x[0], 3, 2), 2)),
        one("reshape", x -> ATEN.reshape(ATEN.t(x[0]), 6)),
        one("expand", x -> ATEN.expand(ATEN.unsqueeze(x[0], 0), 4, 2, 3)),
        one("select", x -> ATEN.select(x[0], 1, -1)),
        one("slice", x -> ATEN.slice(x[0], 1, 0L, null, 2)),
        one("transpose", x -> ATEN.exp(ATEN.transpose(x[0], 0, 1))),
        one("permute", x -> ATEN.permute(ATEN.unsqueeze(x[0], 1), 2, 0, 1)),
        one("squeeze", x -> ATEN.squeeze(ATEN.unsqueeze(x[0], 1))),
        one("diagonal", x -> ATEN.diagonal(x[0], 1)),
        one("unfold", x -> ATEN.unfold(x[0], 1, 2, 1)),
        one("as_strided", x -> ATEN.asStrided(x[0], sizes(2, 2), 1, 2)),
        one("as_strided with overlap", x -> ATEN.asStrided(x[0], sizes(3, 3), 1, 1)),
        one("as_strided_ in place", x -> ATEN.asStrided_(squared(x[0]), sizes(2, 2), 1, 2)),
        one("split", x -> ATEN.split(x[0], 2, 1)[0]),
        one("split_with_sizes", x -> ATEN.splitWithSizes(x[0], sizes(1, 2), 1)[1]),
        one("unbind", x -> ATEN.mul(ATEN.unbind(x[0])[0], ATEN.unbind(x[0])[1])),
        one("t_ in place", x -> ATEN.t_(squared(x[0]))),
        one("squeeze_ in place", x -> ATEN.squeeze_(ATEN.unsqueeze_(squared(x[0]), 0))),
        one("clone", x -> ATEN.clone(x[0])),
        one("fill_ a part", x -> fillRow(squared(x[0]))),
        one("copy_ a part", x -> copyRow(squared(x[0]))),
        one("index_select", x -> ATEN.indexSelect(x[0], 1, HostData.tensor(sizes(2, 2, 0), 3))),
        two("cat", x -> ATEN.cat(new Tensor[] {x[0], x[1]}, 1), sizes(2, 3), 2, 1));
  }

  static Stream<Arguments> decompositions() {
    return Stream.of(
        one("linalg_svdvals", x -> ATEN.linalgSvdvals(x[0])),
        singular("right vectors, wide", x -> rightRoot(x[0], false), 2, 3),
        singular("right vectors, full", x -> rightRoot(x[0], true), 2, 3),
        singular("right vectors, tall", x -> rightRoot(x[0], false), 3, 2),
        singular("left vectors, tall", x -> leftRoot(x[0], false), 3, 2),
        singular("left vectors, full", x -> leftRoot(x[0], true), 3, 2),
        singular("left vectors, wide", x -> leftRoot(x[0], false), 2, 3),
        singular("all vectors, tall", x -> orthogonal(x[0]), 3, 2),
        singular("all vectors, wide", x -> orthogonal(x[0]), 2, 3),
        singular("all vectors of a batch", x -> orthogonal(x[0]), 2, 2, 2));
  }

  private static Arguments singular(String name, Function function, long... sizes) {
    return arguments(name, function, new long[][] {sizes});
  }

  /** Returns the root of the product of the transpose of a matrix and the matrix. */
  private static Tensor rightRoot(Tensor matrix, boolean fullMatrices) {
    var factors = ATEN.linalgSvd(matrix, fullMatrices);
    Tensor vh = ATEN.narrow(factors.Vh(), -2, 0, factors.S().size(0));
    return ATEN.matmul(ATEN.mT(vh), ATEN.mul(ATEN.unsqueeze(factors.S(), -1), vh));
  }

  /** Returns the root of the product of a matrix and its transpose. */
  private static Tensor leftRoot(Tensor matrix, boolean fullMatrices) {
    var factors = ATEN.linalgSvd(matrix, fullMatrices);
    Tensor u = ATEN.narrow(factors.U(), -1, 0, factors.S().size(0));
    return ATEN.matmul(ATEN.mul(u, factors.S()), ATEN.mT(u));
  }

  /** Returns the nearest matrix with orthonormal rows or columns. */
  private static Tensor orthogonal(Tensor matrix) {
    var factors = ATEN.linalgSvd(matrix, false);
    return ATEN.matmul(factors.U(), factors.Vh());
  }

  static Stream<Arguments> normalizations() {
    return new NormFunctions(ATEN).all();
  }

  static Stream<Arguments> matrices() {
    return new LinalgFunctions(ATEN).all();
  }

  static Stream<Arguments> transforms() {
    return new FourierFunctions(ATEN).all();
  }

  static Stream<Arguments> tables() {
    return new TableFunctions(ATEN).all();
  }

  static Stream<Arguments> attention() {
    return new AttentionFunctions(ATEN).all();
  }

  static Stream<Arguments> recurrent() {
    return new RecurrentFunctions(ATEN).all();
  }

  static Stream<Arguments> complex() {
    return Stream.of(
            ComplexFunctions.arithmetic(),
            ComplexFunctions.functions(),
            ComplexFunctions.products(),
            ComplexFunctions.conjugates())
        .flatMap(each -> each);
  }

  private static Tensor fillRow(Tensor tensor) {
    ATEN.fill_(ATEN.select(tensor, 0, 1), 2.0);
    return tensor;
  }

  private static Tensor copyRow(Tensor tensor) {
    ATEN.copy_(ATEN.select(tensor, 0, 1), ATEN.mul(ATEN.select(tensor, 0, 0), 3));
    return tensor;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "pointwise",
    "functions",
    "reductionsAndProducts",
    "views",
    "decompositions",
    "matrices",
    "transforms",
    "normalizations",
    "tables",
    "attention",
    "recurrent",
    "complex"
  })
  void derivativesAgreeWithDifferences(String name, Function function, long[][] sizes) {
    Random random = new Random(SEED);
    Tensor[] inputs =
        Stream.of(sizes)
            .map(each -> random(random, each).requiresGradient())
            .toArray(Tensor[]::new);
    Tensor output = function.of(inputs);
    Tensor weights = random(random, output.sizes());
    compare(
        inputs,
        first(function, inputs, weights, false),
        () -> total(ATEN.mul(function.of(inputs), weights)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "pointwise",
    "functions",
    "reductionsAndProducts",
    "views",
    "decompositions",
    "matrices",
    "transforms",
    "normalizations",
    "tables",
    "attention",
    "recurrent",
    "complex"
  })
  void secondDerivativesAgreeWithDifferences(String name, Function function, long[][] sizes) {
    Random random = new Random(SEED);
    Tensor[] inputs =
        Stream.of(sizes)
            .map(each -> random(random, each).requiresGradient())
            .toArray(Tensor[]::new);
    Tensor weights = random(random, function.of(inputs).sizes()).requiresGradient();
    List<Tensor> gradients = first(function, inputs, weights, true);
    Tensor[] contraction =
        gradients.stream().map(each -> random(random, each.sizes())).toArray(Tensor[]::new);
    Tensor[] all = Arrays.copyOf(inputs, inputs.length + 1);
    all[inputs.length] = weights;
    compare(
        all,
        RECORDER.feature.grad(
            GradientRequest.of(gradients.toArray(Tensor[]::new))
                .from(contraction)
                .withRespectTo(all)
                .allowingUnused()),
        () -> contracted(first(function, inputs, weights, false), contraction));
  }

  private static List<Tensor> first(
      Function function, Tensor[] inputs, Tensor weights, boolean createGraph) {
    GradientRequest request =
        GradientRequest.of(function.of(inputs)).from(weights).withRespectTo(inputs);
    return RECORDER.feature.grad(createGraph ? request.creatingGraph() : request);
  }

  private static double contracted(List<Tensor> gradients, Tensor[] weights) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += total(ATEN.mul(gradients.get(i), weights[i]));
    }
    return sum;
  }

  private static void compare(Tensor[] inputs, List<Tensor> gradients, DoubleSupplier value) {
    for (int i = 0; i < inputs.length; i++) {
      double[] expected = differences(inputs[i], value);
      Tensor gradient = gradients.get(i);
      double[] found = gradient == null ? new double[expected.length] : HostData.doubles(gradient);
      assertThat(found).as("gradient %d", i).containsExactly(expected, within(1e-5));
    }
  }

  private static double[] differences(Tensor input, DoubleSupplier value) {
    double[] differences = new double[(int) input.elementCount()];
    int[] next = {0};
    HostData.forEachAddress(
        input,
        address -> {
          double before = Elements.doubleAt(DType.FLOAT64, address);
          Elements.putDouble(DType.FLOAT64, address, before + STEP);
          double above = value.getAsDouble();
          Elements.putDouble(DType.FLOAT64, address, before - STEP);
          double below = value.getAsDouble();
          Elements.putDouble(DType.FLOAT64, address, before);
          differences[next[0]++] = (above - below) / (2 * STEP);
        });
    return differences;
  }

  private static double total(Tensor tensor) {
    return Arrays.stream(HostData.doubles(tensor)).sum();
  }

  /** Random numbers between 0.5 and 1.5 of either sign. */
  private static Tensor random(Random random, long... sizes) {
    int count = (int) Shapes.elementCount(sizes);
    double[] values =
        random.doubles(count, 0.5, 1.5).map(x -> random.nextBoolean() ? x : -x).toArray();
    return HostData.tensor(values, sizes);
  }
}
