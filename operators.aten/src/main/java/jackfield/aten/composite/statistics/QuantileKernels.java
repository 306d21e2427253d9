package jackfield.aten.composite.statistics;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Quantiles: elements of ordered rows, or numbers between two of them; differentiated through what
 * they call. A row with NaN has the quantile NaN, unless NaN is ignored.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class QuantileKernels {
  private static final List<String> INTERPOLATIONS =
      List.of("linear", "lower", "higher", "midpoint", "nearest");
  private static final long LONGEST_ROW = 1L << 24;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public QuantileKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns quantiles of rows along {@code dim}, or of all elements. */
  public Tensor quantile(Tensor self, Tensor q, Long dim, boolean keepdim, String interpolation) {
    return quantiles("quantile", self, q, dim, keepdim, interpolation);
  }

  /** Writes the result of {@link #quantile} into {@code out}. */
  public Tensor quantileOut(
      Tensor self, Tensor q, Long dim, boolean keepdim, String interpolation, Tensor out) {
    return given.into("quantile", quantile(self, q, dim, keepdim, interpolation), out);
  }

  /** Returns one quantile of rows along {@code dim}, or of all elements. */
  public Tensor quantileNumber(
      Tensor self, double q, Long dim, boolean keepdim, String interpolation) {
    return quantile(self, number("quantile", self, q), dim, keepdim, interpolation);
  }

  /** Writes the result of {@link #quantileNumber} into {@code out}. */
  public Tensor quantileNumberOut(
      Tensor self, double q, Long dim, boolean keepdim, String interpolation, Tensor out) {
    return given.into("quantile", quantileNumber(self, q, dim, keepdim, interpolation), out);
  }

  /** Returns quantiles of the elements that are not NaN. */
  public Tensor nanquantile(
      Tensor self, Tensor q, Long dim, boolean keepdim, String interpolation) {
    return quantiles("nanquantile", self, q, dim, keepdim, interpolation);
  }

  /** Writes the result of {@link #nanquantile} into {@code out}. */
  public Tensor nanquantileOut(
      Tensor self, Tensor q, Long dim, boolean keepdim, String interpolation, Tensor out) {
    return given.into("nanquantile", nanquantile(self, q, dim, keepdim, interpolation), out);
  }

  /** Returns one quantile of the elements that are not NaN. */
  public Tensor nanquantileNumber(
      Tensor self, double q, Long dim, boolean keepdim, String interpolation) {
    return nanquantile(self, number("nanquantile", self, q), dim, keepdim, interpolation);
  }

  /** Writes the result of {@link #nanquantileNumber} into {@code out}. */
  public Tensor nanquantileNumberOut(
      Tensor self, double q, Long dim, boolean keepdim, String interpolation, Tensor out) {
    return given.into("nanquantile", nanquantileNumber(self, q, dim, keepdim, interpolation), out);
  }

  private Tensor number(String operator, Tensor self, double q) {
    if (!(q >= 0 && q <= 1)) {
      throw new InvalidArgument(operator, "q", "is %s, expected 0 to 1".formatted(q));
    }
    requireReal(operator, self);
    return aten.scalarTensor(q, self.dtype(), null, self.device());
  }

  private Tensor quantiles(
      String operator, Tensor self, Tensor q, Long dim, boolean keepdim, String interpolation) {
    check(operator, self, q, interpolation);
    Tensor rows = rows(operator, self, dim, keepdim);
    long last = rows.size(rows.rank() - 1) - 1;
    if (last >= LONGEST_ROW) {
      throw new InvalidArgument(operator, "self", "has rows of %d elements".formatted(last + 1));
    }
    Tensor wanted = q.rank() == 0 ? aten.unsqueeze(q, 0) : q;
    Tensor ranks =
        operator.equals("quantile") ? ranks(rows, wanted, last) : ranksOfNumbers(rows, wanted);
    Tensor values = values(rows, ranks, interpolation);
    return q.rank() == 0 ? aten.squeeze(values, -1L) : aten.movedim(values, -1, 0);
  }

  private void check(String operator, Tensor self, Tensor q, String interpolation) {
    requireReal(operator, self);
    if (q.rank() > 1) {
      throw new ShapeMismatch(operator, "expected q to be a number or a vector", q.sizes());
    }
    if (q.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator, "expected q to be %s, found %s".formatted(self.dtype(), q.dtype()));
    }
    if (self.elementCount() == 0) {
      throw new InvalidArgument(operator, "self", "has no elements: " + self);
    }
    if (!INTERPOLATIONS.contains(interpolation)) {
      throw new InvalidArgument(
          operator,
          "interpolation",
          "is \"%s\", expected one of %s".formatted(interpolation, INTERPOLATIONS));
    }
    if (!q.device().equals(Device.META) && !isWithin(q)) {
      throw new InvalidArgument(operator, "q", "has numbers outside of 0 to 1");
    }
  }

  private boolean isWithin(Tensor q) {
    Tensor within = aten.logicalAnd(aten.ge(q, 0), aten.le(q, 1));
    return HostData.booleans(aten.to(aten.all(within), Device.CPU, DType.BOOL))[0];
  }

  private static void requireReal(String operator, Tensor self) {
    if (self.dtype() != DType.FLOAT32 && self.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(operator, "expected float32 or float64, found " + self.dtype());
    }
  }

  /** Returns ordered rows along the last dimension; the others are those of a result. */
  private Tensor rows(String operator, Tensor self, Long dim, boolean keepdim) {
    if (dim == null) {
      Tensor sorted = aten.sort(aten.flatten(self)).values();
      long[] sizes = LongStream.generate(() -> 1).limit(self.rank() + 1L).toArray();
      sizes[self.rank()] = self.elementCount();
      return keepdim ? aten.view(sorted, sizes) : sorted;
    }
    int along = Dimensions.wrap(operator, dim, self.rank());
    if (self.rank() == 0) {
      return aten.unsqueeze(self, 0);
    }
    if (!keepdim) {
      return aten.sort(aten.contiguous(aten.movedim(self, along, -1))).values();
    }
    Tensor last = aten.transpose(aten.unsqueeze(self, -1), along, -1);
    return aten.sort(aten.contiguous(last)).values();
  }

  private Tensor ranks(Tensor rows, Tensor q, long last) {
    Tensor hasNan = aten.any(aten.isnan(rows), -1, true);
    return aten.where(hasNan, last, aten.mul(q, last));
  }

  private Tensor ranksOfNumbers(Tensor rows, Tensor q) {
    Tensor numbers = aten.sum(aten.logicalNot(aten.isnan(rows)), new long[] {-1}, true);
    Tensor ranks = aten.mul(q, aten.sub(numbers, 1));
    return aten.maskedFill(ranks, aten.lt(ranks, 0), 0);
  }

  private Tensor values(Tensor rows, Tensor ranks, String interpolation) {
    Tensor exact =
        switch (interpolation) {
          case "lower" -> aten.floor(ranks);
          case "higher" -> aten.ceil(ranks);
          case "nearest" -> aten.round(ranks);
          default -> ranks;
        };
    Tensor below = aten.to(exact, DType.INT64);
    Tensor values = aten.gather(rows, -1, below);
    if (exact != ranks) {
      return values;
    }
    Tensor above = aten.gather(rows, -1, aten.to(aten.ceil(ranks), DType.INT64));
    return interpolation.equals("midpoint")
        ? aten.lerp(values, above, 0.5)
        : aten.lerp(values, above, aten.sub(ranks, below));
  }
}
