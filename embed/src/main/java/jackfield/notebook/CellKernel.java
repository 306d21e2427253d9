package jackfield.notebook;

/**
 * The interfaces of kernels that a cell can write as a lambda; a result may be a list of results.
 */
public final class CellKernel {
  private CellKernel() {}

  /** A kernel without arguments. */
  @FunctionalInterface
  public interface Of0 {
    /** Returns the operator's result, or null if it has none. */
    Object call();
  }

  /** A kernel with one argument. */
  @FunctionalInterface
  public interface Of1<A> {
    /** Returns the operator's result, or null if it has none. */
    Object call(A first);
  }

  /** A kernel with two arguments. */
  @FunctionalInterface
  public interface Of2<A, B> {
    /** Returns the operator's result, or null if it has none. */
    Object call(A first, B second);
  }

  /** A kernel with three arguments. */
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
