package jackfield.kernel;

/**
 * A kernel that takes its arguments from a stack and pushes its results there. One method can
 * implement every operator, as a cross-cutting feature needs.
 */
@FunctionalInterface
public interface BoxedKernel {
  /**
   * Replaces the operator's arguments, which are on top of {@code stack} in order, by its results.
   *
   * @param keys the raw key set of the call; to redispatch, pass {@link
   *     jackfield.key.DispatchKeySet#below} of it to {@link Operator#redispatchBoxed}
   */
  void call(Operator operator, long keys, Stack stack);
}
