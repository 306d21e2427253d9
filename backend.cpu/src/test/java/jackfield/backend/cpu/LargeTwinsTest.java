package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.ConvolutionBackward;
import jackfield.aten.NativeLayerNormBackward;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Large random tensors, beyond each strip, tile, block and grain of the fast kernels. The property
 * twins.seed repeats a run.
 */
@Tag("thorough")
@TestMethodOrder(OrderAnnotation.class)
final class LargeTwinsTest {
  private static final long SEED = Long.getLong("twins.seed", 1);
  private static final LargeTwins TWINS = new LargeTwins(SEED);

  // 141,900 elements: two grains of pointwise loops, 138 strips, and remainders of all of them.
  private static final long[] SIZES = {129, 1100};
  private static final long[] LONG = {3, 70_001};

  /** Makes operands of a kind of layout. */
  private enum Layout {
    DENSE,
    GAPS,
    TRANSPOSED,
    BROADCAST;

    Tensor of(DType type, long... sizes) {
      return switch (this) {
        case DENSE -> TWINS.dense(type, sizes);
        case GAPS -> TWINS.gaps(type, sizes);
        case TRANSPOSED -> TWINS.transposed(type, sizes);
        case BROADCAST -> TWINS.broadcast(type, sizes);
      };
    }
  }

  private interface Unary {
    Tensor of(Aten aten, Tensor self);
  }

  private interface Binary {
    Tensor of(Aten aten, Tensor self, Tensor other);
  }

  private interface Drawing {
    Tensor of(Aten aten, Tensor self, Generator generator);
  }

  private static String name(String operator, Object... parts) {
    return operator + " of " + List.of(parts) + ", seed " + SEED;
  }

  private static void unary(String operator, DType type, Unary call) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(name(operator, type, layout), aten -> call.of(aten, self));
    }
  }

  private static void binary(String operator, DType type, Binary call) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (Layout otherLayout : Layout.values()) {
        Tensor other = otherLayout.of(type, SIZES);
        TWINS.agree(name(operator, type, layout, otherLayout), aten -> call.of(aten, self, other));
      }
    }
  }

  /** Repeats a call in place, and into an output with gaps. */
  private static void forms(String operator, DType type, Unary inPlace, Binary out) {
    Tensor self = TWINS.dense(type, SIZES);
    TWINS.agree(name(operator + "_", type), aten -> inPlace.of(aten, aten.clone(self)));
    TWINS.agree(name(operator + ".out", type), aten -> out.of(aten, self, TWINS.gaps(type, SIZES)));
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void arithmetic(DType type) {
    binary("add", type, (aten, a, b) -> aten.add(a, b, Scalar.ONE));
    binary("mul", type, Aten::mul);
    binary("eq", type, Aten::eq);
    if (!type.isIntegral()) {
      binary("div", type, Aten::div);
    }
    Tensor other = TWINS.dense(type, SIZES);
    forms(
        "add",
        type,
        (aten, a) -> aten.add_(a, other),
        (aten, a, out) -> aten.addOut(a, other, out));
    forms(
        "mul",
        type,
        (aten, a) -> aten.mul_(a, other),
        (aten, a, out) -> aten.mulOut(a, other, out));
    if (type != DType.BOOL) {
      binary("sub", type, (aten, a, b) -> aten.sub(a, b, Scalar.of(2L)));
      unary("neg", type, Aten::neg);
      forms(
          "sub",
          type,
          (aten, a) -> aten.sub_(a, other),
          (aten, a, out) -> aten.subOut(a, other, out));
      forms("neg", type, Aten::neg_, Aten::negOut);
    }
    if (!type.isComplex()) {
      binary("gt", type, Aten::gt);
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void functionsOfOneNumber(DType type) {
    if (type.isComplex() || type.isFloating()) {
      unary("rsqrt", type, Aten::rsqrt);
      unary("sin", type, Aten::sin);
      unary("cos", type, Aten::cos);
      unary("tan", type, Aten::tan);
      unary("sinh", type, Aten::sinh);
      unary("cosh", type, Aten::cosh);
      unary("expm1", type, Aten::expm1);
      unary("log1p", type, Aten::log1p);
      unary("log10", type, Aten::log10);
    }
    if (type.isFloating()) {
      unary("erf", type, Aten::erf);
      unary("gelu", type, Aten::gelu);
      binary("gelu_backward", type, Aten::geluBackward);
      unary("frac", type, Aten::frac);
    }
    if (!type.isComplex()) {
      unary("sign", type, Aten::sign);
    }
    if (!type.isComplex() && type != DType.BOOL) {
      unary("floor", type, Aten::floor);
      unary("ceil", type, Aten::ceil);
      unary("round", type, Aten::round);
      unary("trunc", type, Aten::trunc);
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void copies(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor source = layout.of(type, LONG[0], LONG[1]);
      TWINS.agree(name("clone", type, layout), aten -> aten.contiguous(aten.clone(source)));
      TWINS.agree(
          name("copy_ of another type", type, layout),
          aten -> aten.copy_(HostData.empty(DType.COMPLEX128, LONG), source));
      TWINS.agree(
          name("copy_ to gaps", type, layout), aten -> aten.copy_(TWINS.gaps(type, LONG), source));
    }
    TWINS.agree(name("fill_", type), aten -> aten.fill_(HostData.empty(type, LONG), Scalar.ONE));
    TWINS.agree(name("zero_", type), aten -> aten.zero_(TWINS.transposed(type, LONG)));
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64"})
  void functions(DType type) {
    unary("exp", type, Aten::exp);
    unary("log", type, Aten::log);
    unary("sqrt", type, Aten::sqrt);
    unary("sigmoid", type, Aten::sigmoid);
    unary("tanh", type, Aten::tanh);
    binary("sigmoid_backward", type, Aten::sigmoidBackward);
    binary("tanh_backward", type, Aten::tanhBackward);
    forms("exp", type, Aten::exp_, Aten::expOut);
    forms("log", type, Aten::log_, Aten::logOut);
    forms("sqrt", type, Aten::sqrt_, Aten::sqrtOut);
    forms("sigmoid", type, Aten::sigmoid_, Aten::sigmoidOut);
    forms("tanh", type, Aten::tanh_, Aten::tanhOut);
    if (!type.isComplex()) {
      unary("relu", type, Aten::relu);
      binary(
          "threshold_backward",
          type,
          (aten, grad, self) -> aten.thresholdBackward(grad, self, Scalar.of(0.25)));
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void selections(DType type) {
    Tensor condition = TWINS.dense(DType.BOOL, SIZES);
    binary("where", type, (aten, a, b) -> aten.where(condition, a, b));
    long[] places = LongStream.range(0, 2_500).map(i -> i * 37 % SIZES[1]).toArray();
    Tensor index = HostData.tensor(places, places.length);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(name("index_select", type, layout), aten -> aten.indexSelect(self, 1, index));
      Tensor[] parts = {self, TWINS.dense(type, 129, 3), TWINS.transposed(type, SIZES)};
      TWINS.agree(name("cat", type, layout), aten -> aten.cat(parts, 1));
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void indexedElements(DType type) {
    long[] places = LongStream.range(0, 2_500).map(i -> i * 37 % SIZES[1]).toArray();
    Tensor index = HostData.tensor(places, places.length);
    long[] distinct = LongStream.range(0, SIZES[1]).map(i -> SIZES[1] - 1 - i).toArray();
    Tensor[] once = {null, HostData.tensor(distinct, distinct.length)};
    Tensor[] often = {null, index};
    Tensor mask = TWINS.dense(DType.BOOL, SIZES);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      Tensor values = layout.of(type, SIZES);
      TWINS.agree(name("index", type, layout), aten -> aten.index(self, often));
      TWINS.agree(name("_unsafe_index", type, layout), aten -> aten._unsafeIndex(self, often));
      TWINS.agree(name("index_put", type, layout), aten -> aten.indexPut(self, once, values));
      TWINS.agree(
          name("index_put, adding", type, layout), aten -> aten.indexPut(self, once, values, true));
      TWINS.agree(
          name("_unsafe_index_put", type, layout),
          aten -> aten._unsafeIndexPut(self, once, values, false));
      TWINS.agree(
          name("_index_put_impl_", type, layout),
          aten -> aten._indexPutImpl_(aten.clone(self), once, values, false, false));
      TWINS.agree(name("masked_select", type, layout), aten -> aten.maskedSelect(self, mask));
      TWINS.agree(name("nonzero", type, layout), aten -> aten.nonzero(self));
    }
  }

  /** Images whose windows do not fill whole blocks, or are several bands. */
  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64"})
  void convolutions(DType type) {
    long[] one = {1, 1};
    long[] none = {0, 0};
    for (Layout layout : Layout.values()) {
      Tensor images = layout.of(type, 3, 5, 37, 41);
      Tensor windows = layout.of(type, 7, 5, 3, 3);
      Tensor grad = layout.of(type, 3, 7, 37, 41);
      TWINS.agree(
          name("convolution", type, layout),
          aten -> aten.convolution(images, windows, null, one, one, one, false, none, 1));
      Tensor wide = layout.of(type, 2, 24, 61, 67);
      Tensor taps = layout.of(type, 10, 12, 3, 3);
      TWINS.agree(
          name("convolution of bands", type, layout),
          aten -> aten.convolution(wide, taps, null, one, one, one, false, none, 2));
      for (int wanted = 0; wanted < 3; wanted++) {
        boolean[] mask = {wanted == 0, wanted == 1, wanted == 2};
        int place = wanted;
        TWINS.agree(
            name("convolution_backward " + wanted, type, layout),
            aten -> {
              ConvolutionBackward.Result all =
                  aten.convolutionBackward(
                      grad, images, windows, null, one, one, one, false, none, 1, mask);
              return place == 0 ? all.first() : place == 1 ? all.second() : all.third();
            });
      }
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void reductions(DType type) {
    boolean isFraction = type.isFloating() || type.isComplex();
    for (long[] sizes : new long[][] {SIZES, LONG, {2_500, 41}}) {
      for (Layout layout : Layout.values()) {
        Tensor self = layout.of(type, sizes);
        for (int dim = 0; dim < 2; dim++) {
          long[] dims = {dim};
          String where = name("a reduction", type, layout, List.of(sizes[0], sizes[1]), dim);
          TWINS.agree("sum, " + where, walk(sizes[dim]), aten -> aten.sum(self, dims, false));
          if (isFraction) {
            TWINS.agree("mean, " + where, aten -> aten.mean(self, dims, true));
            statistics(where, self, dims);
          }
          if (!type.isComplex()) {
            TWINS.agree("amax, " + where, aten -> aten.amax(self, dims, false));
          }
          if (!type.isComplex() && type != DType.BOOL) {
            long of = dim;
            TWINS.agree("argmax, " + where, aten -> aten.argmax(self, of, false));
          }
        }
        double walk = walk(self.elementCount());
        TWINS.agree(name("sum of all", type, layout), walk, aten -> aten.sum(self));
        if (isFraction) {
          TWINS.agree(name("mean of all", type, layout), aten -> aten.mean(self));
        }
      }
    }
  }

  /** Partial sums of numbers of both signs walk to about the root of their count. */
  private static double walk(long count) {
    return Math.sqrt((double) count);
  }

  private static void statistics(String where, Tensor self, long[] dims) {
    Scalar one = Scalar.ONE;
    TWINS.agree("var, " + where, aten -> aten.var(self, dims, null, false));
    TWINS.agree("std, " + where, aten -> aten.std(self, dims, Scalar.of(0L), true));
    TWINS.agree("var_mean, " + where, aten -> aten.varMean(self, dims, one, false).first());
    TWINS.agree("std_mean, " + where, aten -> aten.stdMean(self, dims, one, false).second());
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void softmax(DType type) {
    for (Layout layout : Layout.values()) {
      for (long dim = 0; dim < 2; dim++) {
        Tensor self = layout.of(type, SIZES);
        Tensor result = TWINS.dense(type, SIZES);
        long of = dim;
        String where = name("softmax", type, layout, dim);
        TWINS.agree(where, aten -> aten._softmax(self, of, false));
        TWINS.agree("log " + where, aten -> aten._logSoftmax(self, of, false));
        TWINS.agree(
            "gradient, " + where, aten -> aten._softmaxBackwardData(self, result, of, type));
        TWINS.agree(
            "gradient, log " + where, aten -> aten._logSoftmaxBackwardData(self, result, of, type));
      }
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void layerNormalizations(DType type) {
    for (long[] sizes : new long[][] {SIZES, LONG, {2_500, 41}}) {
      long[] shape = {sizes[1]};
      Tensor bias = TWINS.dense(type, shape);
      for (Layout layout : Layout.values()) {
        Tensor self = layout.of(type, sizes);
        Tensor grad = TWINS.dense(type, sizes);
        for (Tensor weight : new Tensor[] {null, TWINS.dense(type, shape)}) {
          String where = name("layer_norm", type, layout, sizes[0], weight == null);
          TWINS.agree(where, aten -> aten.nativeLayerNorm(self, shape, weight, bias, 1e-5).first());
          TWINS.agree(
              "deviation, " + where,
              aten -> aten.nativeLayerNorm(self, shape, weight, null, 1e-5).third());
          for (int wanted = 0; wanted < 3; wanted++) {
            normalizationGradient(where, wanted, grad, self, weight, bias);
          }
        }
      }
    }
  }

  private static void normalizationGradient(
      String where, int wanted, Tensor grad, Tensor self, Tensor weight, Tensor bias) {
    if (wanted == 1 && weight == null) {
      return;
    }
    boolean[] mask = {wanted == 0, wanted == 1, wanted == 2};
    DType type = self.dtype();
    Tensor mean = TWINS.dense(type, self.size(0), 1);
    Tensor rstd = TWINS.dense(type, self.size(0), 1);
    TWINS.agree(
        "gradient %d, %s".formatted(wanted, where),
        aten -> {
          NativeLayerNormBackward.Result all =
              aten.nativeLayerNormBackward(
                  grad, self, new long[] {self.size(1)}, mean, rstd, weight, bias, mask);
          return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
        });
  }

  /** Beyond 96 rows, a depth of 256 and 1,024 columns, with remainders of tiles. */
  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "BFLOAT16", "INT64", "COMPLEX64"})
  void products(DType type) {
    boolean isFast = type == DType.FLOAT32 || type == DType.FLOAT64;
    long columns = isFast ? 1_037 : 67;
    for (Layout layout : Layout.values()) {
      Tensor left = layout.of(type, 101, 263);
      Tensor right = layout.of(type, 263, columns);
      Tensor added = layout.of(type, 101, columns);
      TWINS.agree(name("mm", type, layout), aten -> aten.mm(left, right));
      TWINS.agree(
          name("addmm", type, layout),
          aten -> aten.addmm(added, left, right, Scalar.of(2L), Scalar.of(3L)));
      Tensor lefts = layout.of(type, 5, 49, 131);
      Tensor rights = layout.of(type, 5, 131, 33);
      TWINS.agree(name("bmm", type, layout), aten -> aten.bmm(lefts, rights));
      TWINS.agree(name("mm of a column", type, layout), aten -> aten.mm(left, column(right)));
      TWINS.agree(name("mm of a row", type, layout), aten -> aten.mm(row(left), right));
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void runningSums(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("cumsum", type, layout, dim);
        TWINS.agree(where, 1000, aten -> aten.cumsum(self, along));
      }
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void sortedLines(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("sort", type, layout, dim);
        TWINS.agree(where, aten -> aten.sort(self, true, along, false).values());
        TWINS.agree("places, " + where, aten -> aten.sort(self, true, along, true).indices());
      }
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "INT64"})
  void maximaOfWindows(DType type) {
    long[] kernel = {3, 3};
    long[] stride = {2, 2};
    long[] padding = {1, 1};
    long[] dilation = {1, 1};
    Tensor self = TWINS.dense(type, 3, 5, 131, 190); // several bands and parts
    Tensor grad = TWINS.dense(type, 3, 5, 66, 95);
    String where = name("maxima", type);
    TWINS.agree(where, aten -> aten.maxPool2d(self, kernel, stride, padding, dilation, false));
    if (type.isIntegral()) {
      return;
    }
    TWINS.agree(
        "gradient of " + where,
        aten -> {
          Tensor positions =
              aten.maxPool2dWithIndices(self, kernel, stride, padding, dilation, false).second();
          return aten.maxPool2dWithIndicesBackward(
              grad, self, kernel, stride, padding, dilation, false, positions);
        });
  }

  /** Batches of several parts, tall, wide and square, with remainders of vectors. */
  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void singularValues(DType type) {
    for (long[] sizes : new long[][] {{5, 41, 29}, {3, 23, 37}, {40, 5, 5}, {61, 53}}) {
      for (Layout layout : Layout.values()) {
        Tensor matrices = layout.of(type, sizes);
        String where = name("singular values", type, layout, sizes[0], sizes[1]);
        TWINS.agree(where, aten -> aten.linalgSvdvals(matrices));
        TWINS.agree("product of the factors, " + where, aten -> product(aten, matrices));
      }
      Tensor matrices = TWINS.dense(type, sizes);
      String where = name("singular vectors", type, sizes[0], sizes[1]);
      TWINS.agree("U, " + where, aten -> aten.linalgSvd(matrices, false).U());
      TWINS.agree("Vh, " + where, aten -> aten.linalgSvd(matrices, false).Vh());
    }
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void randomNumbers(DType type) {
    random("uniform_", type, (aten, a, generator) -> aten.uniform_(a, 0, 1, generator));
    random("normal_", type, (aten, a, generator) -> aten.normal_(a, 0, 1, generator));
    random("log_normal_", type, (aten, a, generator) -> aten.logNormal_(a, 0, 1, generator));
    random("exponential_", type, (aten, a, generator) -> aten.exponential_(a, 1, generator));
    random("cauchy_", type, (aten, a, generator) -> aten.cauchy_(a, 0, 1, generator));
    random("geometric_", type, (aten, a, generator) -> aten.geometric_(a, 0.1, generator));
    random("bernoulli_", type, (aten, a, generator) -> aten.bernoulli_(a, 0.5, generator));
    random("random_", type, (aten, a, generator) -> aten.random_(a, 100, generator));
  }

  private static void random(String operator, DType type, Drawing draw) {
    for (Layout layout : List.of(Layout.DENSE, Layout.GAPS, Layout.TRANSPOSED)) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(
          name(operator, type, layout),
          aten -> aten.clone(draw.of(aten, self, new Generator(Device.CPU, SEED))));
    }
  }

  private static Tensor product(Aten aten, Tensor matrices) {
    var factors = aten.linalgSvd(matrices, false);
    return aten.matmul(aten.mul(factors.U(), aten.unsqueeze(factors.S(), -2)), factors.Vh());
  }

  private static Tensor column(Tensor matrix) {
    return matrix.alias(new long[] {matrix.size(0), 1}, matrix.strides().clone(), 0);
  }

  private static Tensor row(Tensor matrix) {
    return matrix.alias(new long[] {1, matrix.size(1)}, matrix.strides().clone(), 0);
  }

  @Test
  @Order(2)
  void eachOperatorWithAFastKernelHasATwin() {
    assertThat(TWINS.notCalled())
        .as("operators with a fast kernel that were not called, in no form")
        .isEmpty();
  }
}
