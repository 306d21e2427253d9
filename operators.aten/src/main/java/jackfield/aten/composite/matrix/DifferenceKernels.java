package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Differences of neighbours along a dimension, and areas under them; differentiated through what
 * they call.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DifferenceKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DifferenceKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Subtracts neighbours along a dimension, {@code n} times over. */
  public Tensor diff(Tensor self, long n, long dim, Tensor prepend, Tensor append) {
    if (self.rank() == 0) {
      throw new ShapeMismatch("diff", "expected at least one dimension", self.sizes());
    }
    if (n < 0) {
      throw new InvalidArgument("diff", "n", "is %d, expected 0 or more".formatted(n));
    }
    int along = Dimensions.wrap("diff", dim, self.rank());
    if (n == 0) {
      return aten.clone(self);
    }
    Tensor[] parts =
        Stream.of(prepend, self, append).filter(Objects::nonNull).toArray(Tensor[]::new);
    Tensor result = parts.length == 1 ? self : aten.cat(parts, along);
    long times = Math.min(n, result.size(along));
    for (long i = 0; i < times; i++) {
      result = difference(from(result, along), until(result, along));
    }
    return result;
  }

  /** Subtracts neighbours as {@link #diff} does, into {@code out}. */
  public Tensor diffOut(Tensor self, long n, long dim, Tensor prepend, Tensor append, Tensor out) {
    GivenResults results = n == 0 ? given : given.inLayoutOfResult();
    return results.castInto("diff", diff(self, n, dim, prepend, append), out);
  }

  /** Subtracts; of booleans it tells whether they differ. */
  private Tensor difference(Tensor self, Tensor other) {
    return self.dtype() == DType.BOOL
        ? aten.gt(aten.add(self, other), aten.mul(self, other))
        : aten.sub(self, other);
  }

  private Tensor from(Tensor tensor, int dim) {
    return aten.slice(tensor, dim, 1L);
  }

  private Tensor until(Tensor tensor, int dim) {
    return aten.slice(tensor, dim, 0L, Math.max(tensor.size(dim) - 1, 0));
  }

  /** Adds up the areas of the trapezoids between the points {@code x}. */
  public Tensor trapezoid(Tensor y, Tensor x, long dim) {
    requireNumbers("trapezoid", y, x);
    int along = Dimensions.wrap("trapezoid", dim, y.rank());
    if (y.rank() == 0 || y.size(along) == 0) {
      return none(y, along);
    }
    Tensor areas = aten.mul(sides(y, along), widths("trapezoid", y, x, along));
    return aten.div(aten.sum(areas, new long[] {along}), 2L);
  }

  /** Adds up the areas of the trapezoids between points at equal distances. */
  public Tensor trapezoidDx(Tensor y, Scalar dx, long dim) {
    requireNumbers("trapezoid", y);
    int along = Dimensions.wrap("trapezoid", dim, y.rank());
    if (y.rank() == 0 || y.size(along) == 0) {
      return none(y, along);
    }
    Tensor ends = aten.add(aten.select(y, along, 0), aten.select(y, along, -1));
    Tensor heights = aten.sub(aten.sum(y, new long[] {along}), aten.mul(ends, 0.5));
    return aten.mul(heights, dx);
  }

  /** Adds up the areas of the trapezoids between points at equal distances. */
  public Tensor trapz(Tensor y, double dx, long dim) {
    return trapezoidDx(y, Scalar.of(dx), dim);
  }

  /** Adds up the areas of the trapezoids between the points {@code x}, up to each point. */
  public Tensor cumulative(Tensor y, Tensor x, long dim) {
    requireNumbers("cumulative_trapezoid", y, x);
    int along = cumulated(y, dim);
    Tensor areas = aten.mul(sides(y, along), widths("cumulative_trapezoid", y, x, along));
    return aten.div(aten.cumsum(areas, along), 2L);
  }

  /** Adds up the areas of the trapezoids between points at equal distances, up to each point. */
  public Tensor cumulativeDx(Tensor y, Scalar dx, long dim) {
    requireNumbers("cumulative_trapezoid", y);
    int along = cumulated(y, dim);
    return aten.cumsum(aten.mul(sides(y, along), Scalar.of(dx.toDouble() / 2)), along);
  }

  private static int cumulated(Tensor y, long dim) {
    if (y.rank() == 0) {
      throw new ShapeMismatch("cumulative_trapezoid", "expected at least one dimension", y.sizes());
    }
    return Dimensions.wrap("cumulative_trapezoid", dim, y.rank());
  }

  private static void requireNumbers(String operator, Tensor... tensors) {
    for (Tensor tensor : tensors) {
      if (tensor.dtype() == DType.BOOL) {
        throw new TypeMismatch(operator, "expected numbers, found bool");
      }
    }
  }

  private Tensor none(Tensor y, int dim) {
    long[] sizes =
        IntStream.range(0, y.rank()).filter(at -> at != dim).mapToLong(y::size).toArray();
    return aten.newZeros(y, sizes);
  }

  private Tensor sides(Tensor y, int dim) {
    return aten.add(until(y, dim), from(y, dim));
  }

  /** Returns the distances of the points along {@code dim}. */
  private Tensor widths(String operator, Tensor y, Tensor x, int dim) {
    Tensor points = x;
    if (x.rank() == 1) {
      if (x.size(0) != y.size(dim)) {
        throw new InvalidArgument(
            operator, "x", "has %d points for %d values".formatted(x.size(0), y.size(dim)));
      }
      long[] sizes = new long[y.rank()];
      Arrays.fill(sizes, 1);
      sizes[dim] = x.size(0);
      points = aten.reshape(x, sizes);
    }
    while (points.rank() < y.rank()) {
      points = aten.unsqueeze(points, 0);
    }
    return aten.sub(from(points, dim), until(points, dim));
  }
}
