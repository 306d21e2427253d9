package jackfield.feature.autograd.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.feature.autograd.Recorder;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
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

  /** A function to differentiate. */
  @FunctionalInterface
  interface Function {
    Tensor of(Tensor... inputs);
  }

  static Stream<Arguments> pointwise() {
    return new PointwiseFunctions(ATEN).pointwise();
  }

  static Stream<Arguments> functions() {
    return new PointwiseFunctions(ATEN).functions();
  }

  static Stream<Arguments> reductionsAndProducts() {
    return new ReductionFunctions(ATEN).all();
  }

  static Stream<Arguments> views() {
    return new ViewFunctions(ATEN).all();
  }

  static Stream<Arguments> decompositions() {
    return new SingularFunctions(ATEN).all();
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
