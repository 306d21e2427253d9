package jackfield.notebook;

import jackfield.tensor.Tensor;

/**
 * A kernel that a cell writes as a lambda, with its number of parameters. A kernel whose parameters
 * are all tensors needs no types, as in {@code kernel("…", "CPU", x -> aten.add(x, x))}. One with
 * other parameters states them: {@code kernel("…", "CPU", typed((Tensor x, Double by) ->
 * aten.mul(x, by)))}. An int of a schema arrives as Long, a float as Double.
 *
 * <p>A kernel returns the operator's result, a list of several results, or null if there is none.
 */
public final class CellKernel {
  private final int count;
  private final boolean isOfTensors;
  private final OfAll call;

  private CellKernel(int count, boolean isOfTensors, OfAll call) {
    this.count = count;
    this.isOfTensors = isOfTensors;
    this.call = call;
  }

  /** Returns a kernel of {@code count} parameters of any types. */
  static CellKernel of(int count, OfAll kernel) {
    return new CellKernel(count, false, kernel);
  }

  /** Returns a kernel of {@code count} tensors. */
  static CellKernel ofTensors(int count, OfAll kernel) {
    return new CellKernel(count, true, kernel);
  }

  int count() {
    return count;
  }

  boolean isOfTensors() {
    return isOfTensors;
  }

  OfAll call() {
    return call;
  }

  /** A kernel without arguments. */
  @FunctionalInterface
  public interface Of0 {
    /** Returns the operator's result, or null if it has none. */
    Object call();
  }

  /** A kernel of one tensor. */
  @FunctionalInterface
  public interface OfTensor {
    /** Returns the operator's result, or null if it has none. */
    Object call(Tensor first);
  }

  /** A kernel of two tensors. */
  @FunctionalInterface
  public interface OfTwoTensors {
    /** Returns the operator's result, or null if it has none. */
    Object call(Tensor first, Tensor second);
  }

  /** A kernel of three tensors. */
  @FunctionalInterface
  public interface OfThreeTensors {
    /** Returns the operator's result, or null if it has none. */
    Object call(Tensor first, Tensor second, Tensor third);
  }

  /** A kernel with one argument of any type. */
  @FunctionalInterface
  public interface Of1<A> {
    /** Returns the operator's result, or null if it has none. */
    Object call(A first);
  }

  /** A kernel with two arguments of any types. */
  @FunctionalInterface
  public interface Of2<A, B> {
    /** Returns the operator's result, or null if it has none. */
    Object call(A first, B second);
  }

  /** A kernel with three arguments of any types. */
  @FunctionalInterface
  public interface Of3<A, B, C> {
    /** Returns the operator's result, or null if it has none. */
    Object call(A first, B second, C third);
  }

  /** A kernel with any number of arguments. */
  @FunctionalInterface
  public interface OfAll {
    /** Returns the operator's result, or null if it has none. */
    Object call(Object[] arguments);
  }
}
