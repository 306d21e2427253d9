package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Broadcast;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Normally distributed numbers with a mean or a deviation for each element: numbers of mean 0 and
 * deviation 1 are drawn, multiplied and shifted.
 *
 * <p><em>Shapes</em>: mean and deviation are broadcast. <em>Types</em>: the result has the type of
 * the first tensor, or of {@code out}. <em>Layout</em>: row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NormalKernels {
  private static final String OPERATOR = "normal";

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public NormalKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Draws around the elements of {@code mean}. */
  public Tensor ofMeans(Tensor mean, double std, Generator generator) {
    return around(mean, std, generator, mean);
  }

  /** Draws around the elements of {@code mean}, into {@code out}. */
  public Tensor ofMeansOut(Tensor mean, double std, Generator generator, Tensor out) {
    return given.into(OPERATOR, around(mean, std, generator, out), out);
  }

  private Tensor around(Tensor mean, double std, Generator generator, Tensor model) {
    Tensor drawn = aten.normal_(aten.newEmpty(model, mean.sizes()), 0, std, generator);
    return aten.add_(drawn, mean);
  }

  /** Draws with the elements of {@code std} as deviations. */
  public Tensor ofDeviations(double mean, Tensor std, Generator generator) {
    return spread(mean, std, generator, std);
  }

  /** Draws with the elements of {@code std} as deviations, into {@code out}. */
  public Tensor ofDeviationsOut(double mean, Tensor std, Generator generator, Tensor out) {
    return given.into(OPERATOR, spread(mean, std, generator, out), out);
  }

  private Tensor spread(double mean, Tensor std, Generator generator, Tensor model) {
    check(std);
    Tensor drawn = aten.normal_(aten.newEmpty(model, std.sizes()), 0, 1, generator);
    return aten.add_(aten.mul_(drawn, std), mean);
  }

  /** Draws with the elements of both as means and deviations. */
  public Tensor ofBoth(Tensor mean, Tensor std, Generator generator) {
    return both(mean, std, generator, mean);
  }

  /** Draws with the elements of both as means and deviations, into {@code out}. */
  public Tensor ofBothOut(Tensor mean, Tensor std, Generator generator, Tensor out) {
    return given.into(OPERATOR, both(mean, std, generator, out), out);
  }

  private Tensor both(Tensor mean, Tensor std, Generator generator, Tensor model) {
    check(std);
    long[] sizes = Broadcast.sizes(OPERATOR, mean.sizes(), std.sizes());
    Tensor drawn = aten.normal_(aten.newEmpty(model, sizes), 0, 1, generator);
    return aten.add_(aten.mul_(drawn, std), mean);
  }

  /** Creates a tensor of normally distributed numbers. */
  public Tensor create(
      double mean,
      double std,
      long[] size,
      Generator generator,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Tensor result = aten.empty(size, dtype, layout, device, pinMemory, null);
    return aten.normal_(result, mean, std, generator);
  }

  /** Writes normally distributed numbers into {@code out}, which gets the given size. */
  public Tensor createOut(double mean, double std, long[] size, Generator generator, Tensor out) {
    Tensor drawn = aten.normal_(aten.newEmpty(out, size), mean, std, generator);
    return given.into(OPERATOR, drawn, out);
  }

  /** Writes normally distributed numbers into {@code out}, which gets the sizes of a model. */
  public Tensor out(Tensor self, double mean, double std, Generator generator, Tensor out) {
    Tensor drawn = aten.normal_(aten.emptyLike(self), mean, std, generator);
    return given.into(OPERATOR, drawn, out);
  }

  private void check(Tensor std) {
    if (std.dtype().isComplex()) {
      throw new TypeMismatch(OPERATOR, "expected std to be real, found " + std.summary());
    }
    boolean isRead = std.elementCount() > 0 && !std.device().equals(Device.META);
    if (isRead
        && !HostData.item(aten.to(aten.all(aten.ge(std, 0)), Device.CPU, DType.BOOL)).toBoolean()) {
      throw new InvalidArgument(OPERATOR, "std", "has elements that are not 0 or more");
    }
  }
}
