package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.LONG;
import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.aten.NativeBatchNormBackward;
import jackfield.aten.NativeGroupNorm;
import jackfield.aten.NativeGroupNormBackward;
import jackfield.aten.NativeLayerNormBackward;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;

/** Reductions, and operators that normalize or sum along lines, for {@link LargeTwinsTest}. */
final class LargeReductions {
  private LargeReductions() {}

  static void reductions(DType type) {
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
            extremes(where, self, dim);
          }
          truths(where, self, dims);
          if (isFraction) {
            measures(where, self, dims);
          }
          if (!type.isComplex() && type != DType.BOOL) {
            long of = dim;
            TWINS.agree("argmax, " + where, aten -> aten.argmax(self, of, false));
            TWINS.agree("argmin, " + where, aten -> aten.argmin(self, of, false));
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

  private static void extremes(String where, Tensor self, long dim) {
    long[] dims = {dim};
    TWINS.agree("amin, " + where, aten -> aten.amin(self, dims, false));
    TWINS.agree("aminmax, " + where, aten -> aten.aminmax(self, dim, false).min());
    TWINS.agree("max, " + where, aten -> aten.max(self));
    TWINS.agree("min, " + where, aten -> aten.min(self));
    TWINS.agree("max.dim, " + where, aten -> aten.max(self, dim, false).indices());
    TWINS.agree("mode, " + where, aten -> aten.mode(self, dim, false).indices());
    TWINS.agree(
        "nansum, " + where,
        walk(self.size((int) dim)),
        aten -> aten.nansum(self, dims, false, null));
    TWINS.agree("min.dim, " + where, aten -> aten.min(self, dim, false).values());
  }

  private static void truths(String where, Tensor self, long[] dims) {
    TWINS.agree("any, " + where, aten -> aten.any(self, dims, false));
    TWINS.agree("all, " + where, aten -> aten.all(self, dims, false));
    TWINS.agree("count_nonzero, " + where, aten -> aten.countNonzero(self, dims));
    if (self.dtype().isIntegral() || self.dtype() == DType.BOOL) {
      TWINS.agree("prod, " + where, aten -> aten.prod(self, dims[0], false));
    }
  }

  private static void measures(String where, Tensor self, long[] dims) {
    for (double ord : new double[] {0, 1, 2, 3, Double.POSITIVE_INFINITY}) {
      Scalar order = Scalar.of(ord);
      TWINS.agree("norm, " + where, aten -> aten.linalgVectorNorm(self, order, dims, false));
    }
    TWINS.agree("logsumexp, " + where, aten -> aten.logsumexp(self, dims, false));
    TWINS.agree("prod, " + where, aten -> aten.prod(self, dims[0], false));
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

  static void softmax(DType type) {
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

  static void layerNormalizations(DType type) {
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

  static void channelNormalizations(DType type) {
    long[][] all = {{20, 30, 31, 7}, {300, 24, 3, 5}, {2, 4, 100, 171}, {300, 130, 1, 1}};
    for (long[] sizes : all) {
      for (Layout layout : Layout.values()) {
        if (layout == Layout.BROADCAST && sizes[2] == 1) {
          continue; // all of a channel is equal, and the reference's mean of it is rounded
        }
        channels(type, layout, sizes);
      }
    }
  }

  private static void channels(DType type, Layout layout, long[] sizes) {
    Tensor self = layout.of(type, sizes);
    Tensor grad = TWINS.dense(type, sizes);
    Tensor weight = TWINS.dense(type, sizes[1]);
    Tensor mean = TWINS.dense(type, sizes[1]);
    String where = name("batch_norm", type, layout, sizes[0]);
    TWINS.agree(
        where,
        aten -> aten.nativeBatchNorm(self, weight, mean, null, null, true, .1, 1e-5).first());
    TWINS.agree(
        "evaluated " + where,
        aten -> {
          Tensor variance = aten.mul(mean, mean);
          return aten.nativeBatchNorm(self, null, null, mean, variance, false, 0, 0).first();
        });
    for (int wanted = 0; wanted < 3; wanted++) {
      batchGradient(where, wanted, grad, self, weight, mean);
      groups(name("group_norm", type, layout, sizes[0]), wanted, grad, self, weight);
    }
  }

  private static void batchGradient(
      String where, int wanted, Tensor grad, Tensor self, Tensor weight, Tensor mean) {
    boolean[] mask = {wanted == 0, wanted == 1, wanted == 2};
    TWINS.agree(
        "gradient %d, %s".formatted(wanted, where),
        wanted == 0 ? 0 : walk(self.elementCount() / self.size(1)),
        aten -> {
          NativeBatchNormBackward.Result all =
              aten.nativeBatchNormBackward(
                  grad, self, weight, null, null, mean, weight, true, 1e-5, mask);
          return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
        });
  }

  private static void groups(String where, int wanted, Tensor grad, Tensor self, Tensor weight) {
    long n = self.size(0);
    long c = self.size(1);
    long inner = self.size(2) * self.size(3);
    TWINS.agree(
        "part %d, %s".formatted(wanted, where),
        aten -> {
          NativeGroupNorm.Result all =
              aten.nativeGroupNorm(self, weight, weight, n, c, inner, 2, 1e-5);
          return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
        });
    boolean[] mask = {wanted == 0, wanted == 1, wanted == 2};
    Tensor mean = TWINS.dense(self.dtype(), n, 2);
    Tensor rstd = TWINS.dense(self.dtype(), n, 2);
    TWINS.agree(
        "gradient %d, %s".formatted(wanted, where),
        wanted == 0 ? 0 : walk(n * inner),
        aten -> {
          NativeGroupNormBackward.Result all =
              aten.nativeGroupNormBackward(grad, self, mean, rstd, weight, n, c, inner, 2, mask);
          return wanted == 0 ? all.first() : wanted == 1 ? all.second() : all.third();
        });
  }

  static void runningSums(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("cumsum", type, layout, dim);
        TWINS.agree(where, 1000, aten -> aten.cumsum(self, along));
        TWINS.agree("products, " + where, aten -> aten.cumprod(self, along));
        if (!type.isComplex()) {
          TWINS.agree("cummax, " + where, aten -> aten.cummax(self, along).indices());
          TWINS.agree("cummin, " + where, aten -> aten.cummin(self, along).values());
        }
        if (type.isFloating() || type.isComplex()) {
          TWINS.agree("logcumsumexp, " + where, aten -> aten.logcumsumexp(self, along));
        }
      }
    }
  }

  /** Counts in bins, and reduces segments. */
  static void segments(DType type) {
    Tensor lengths = HostData.tensor(new long[] {0, 29, 60, 0, 40}, 5);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      String where = name("bins", type, layout);
      TWINS.agree("histc, " + where, aten -> aten.histc(self, 50, Scalar.ZERO, Scalar.ZERO));
      TWINS.agree("histogram, " + where, aten -> aten.histogram(self, 70).hist());
      for (String reduce : List.of("sum", "max", "prod")) {
        segments(reduce + " of " + where, reduce, self, lengths);
      }
    }
    Tensor places = TWINS.dense(DType.INT64, 200_001);
    Tensor weights = TWINS.dense(type, 200_001);
    TWINS.agree(name("bincount", type), aten -> aten.bincount(places));
    TWINS.agree(name("weights", type), 1000, aten -> aten.bincount(places, weights));
  }

  private static void segments(String where, String reduce, Tensor self, Tensor lengths) {
    Tensor grad = TWINS.dense(self.dtype(), 5, SIZES[1]);
    TWINS.agree(
        "segments, " + where,
        aten -> aten.segmentReduce(self, reduce, lengths, null, null, 0, false, null));
    TWINS.agree(
        "gradient of segments, " + where,
        aten -> aten._segmentReduceBackward(grad, grad, self, reduce, lengths, null, 0, null));
  }
}
