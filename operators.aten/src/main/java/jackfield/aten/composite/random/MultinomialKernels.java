package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Choices of indexes by weight. Without replacement, each weight is divided by an exponentially
 * distributed number, and the largest quotients win. With replacement, a uniform number is searched
 * in the running totals of the weights.
 *
 * <p><em>Shapes</em>: {@code [categories]} or {@code [rows, categories]}, to {@code [draws]} or
 * {@code [rows, draws]}. <em>Types</em>: floating to int64; computed in float64.
 *
 * <p><em>Errors</em>: weights that are negative, infinite or NaN, or a row without any; more draws
 * than categories without replacement.
 *
 * <p><em>Source</em>: PyTorch 2.6, its checks included.
 */
public final class MultinomialKernels {
  private static final String OPERATOR = "multinomial";
  private static final long MOST_CATEGORIES = 1 << 24;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public MultinomialKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Draws {@code numSamples} indexes of each row. */
  public Tensor draw(Tensor self, long numSamples, boolean replacement, Generator generator) {
    check(self, numSamples, replacement);
    if (self.device().equals(Device.META) || self.elementCount() == 0) {
      return aten.empty(sizes(self, numSamples), DType.INT64, null, self.device());
    }
    checkWeights(self);
    Tensor weights = aten.to(self, DType.FLOAT64);
    return replacement
        ? searched(weights, numSamples, generator)
        : largest(weights, numSamples, generator);
  }

  /** Writes the result of {@link #draw} into {@code out}, which must be int64. */
  public Tensor drawInto(
      Tensor self, long numSamples, boolean replacement, Generator generator, Tensor out) {
    if (out.dtype() != DType.INT64) {
      throw new TypeMismatch(OPERATOR, "expected out to be int64, found " + out.summary());
    }
    return given.into(OPERATOR, draw(self, numSamples, replacement, generator), out);
  }

  private Tensor largest(Tensor weights, long draws, Generator generator) {
    Tensor waits = aten.exponential_(aten.newEmpty(weights, weights.sizes()), 1, generator);
    Tensor order = aten.argsort(aten.div(weights, waits), true, -1, true);
    return aten.clone(aten.narrow(order, -1, 0, draws), MemoryFormat.CONTIGUOUS);
  }

  private Tensor searched(Tensor weights, long draws, Generator generator) {
    Tensor totals = aten.cumsum(weights, -1);
    Tensor whole = aten.narrow(totals, -1, categories(weights) - 1, 1);
    Tensor places = aten.uniform_(aten.newEmpty(weights, sizes(weights, draws)), 0, 1, generator);
    // The first total above the number: an index of weight 0 has the total of the one before.
    Tensor found = aten.searchsorted(aten.contiguous(totals), aten.mul(places, whole), false, true);
    return aten.minimum(found, lastWithWeight(weights));
  }

  /** A product may be rounded up to the whole; then the last index with a weight is meant. */
  private Tensor lastWithWeight(Tensor weights) {
    Tensor ends = aten.arange(categories(weights), DType.INT64, null, weights.device());
    return aten.amax(aten.mul(aten.gt(weights, 0), ends), new long[] {-1}, true);
  }

  private static long categories(Tensor weights) {
    return weights.size(weights.rank() - 1);
  }

  private static long[] sizes(Tensor self, long draws) {
    return self.rank() == 1 ? new long[] {draws} : new long[] {self.size(0), draws};
  }

  private static void check(Tensor self, long draws, boolean replacement) {
    if (self.rank() < 1 || self.rank() > 2) {
      throw new ShapeMismatch(OPERATOR, "expected one or two dimensions", self.sizes());
    }
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(OPERATOR, "expected floating weights, found " + self.summary());
    }
    long categories = categories(self);
    if (draws <= 0 || (!replacement && draws > categories)) {
      throw new InvalidArgument(
          OPERATOR,
          "num_samples",
          "is %d, expected 1 or more, and without replacement at most %d"
              .formatted(draws, categories));
    }
    if (categories > MOST_CATEGORIES) {
      throw new InvalidArgument(
          OPERATOR, "self", "has %d categories, expected at most 2^24".formatted(categories));
    }
  }

  private void checkWeights(Tensor self) {
    Tensor isWeight = aten.logicalAnd(aten.ge(self, 0), aten.isfinite(self));
    if (!isTrue(isWeight)) {
      throw new InvalidArgument(
          OPERATOR, "self", "has weights that are negative, infinite or not a number");
    }
    if (!isTrue(aten.any(aten.gt(self, 0), -1))) {
      throw new InvalidArgument(OPERATOR, "self", "has a row whose weights are all 0");
    }
  }

  private boolean isTrue(Tensor answers) {
    return HostData.item(aten.to(aten.all(answers), Device.CPU, DType.BOOL)).toBoolean();
  }
}
