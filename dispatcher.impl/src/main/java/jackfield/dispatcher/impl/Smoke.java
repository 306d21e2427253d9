package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.NoKernel;
import jackfield.dispatch.NoSuchOperator;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import jackfield.tensor.ThreadMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Calls one operator with samples and keeps what it gave: of tensors their type, sizes and values,
 * so that nothing of the bundle is held.
 */
final class Smoke {
  private static final double TOLERANCE = 1e-4; // relative; sums of floats in another order

  private static final long POISONED_BYTES = 16_384; // more than arguments and results of samples
  private static final int FILLING = 512;

  private final OperatorName name;

  /**
   * What a call gave.
   *
   * @param values numbers, texts, {@link Seen} tensors
   * @param refusal the error instead, or null
   */
  record Answer(List<Object> values, Throwable refusal) {
    /** Returns whether nobody serves such a call. */
    boolean isUnserved() {
      return refusal instanceof NoKernel || refusal instanceof NoSuchOperator;
    }
  }

  /** A tensor that was seen. */
  record Seen(DType dtype, List<Long> sizes, double[] values) {}

  Smoke(OperatorName name) {
    this.name = name;
  }

  /** Makes one call; empty if there are no samples for it. */
  Optional<Answer> call(Dispatcher dispatcher, double poison) {
    try (Scope _ = Scope.open()) {
      Operator operator = dispatcher.operator(name.toString());
      Optional<Samples.Arguments> sample = new Samples(operator.schema()).next();
      if (sample.isEmpty()) {
        return Optional.empty();
      }
      poison(poison);
      Samples.Arguments arguments = sample.get();
      List<Object> results =
          new ArrayList<>(operator.call(arguments.positional(), arguments.keywords()));
      results.addAll(arguments.tensors());
      return Optional.of(new Answer(results.stream().map(Smoke::seen).toList(), null));
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      return Optional.of(new Answer(List.of(), thrown));
    }
  }

  /** Fills the memory that the call will get: what a kernel leaves unwritten shows. */
  private static void poison(double poison) {
    ThreadMemory memory = DispatchContext.current().memory();
    while (memory.fillAhead((float) poison, POISONED_BYTES) < POISONED_BYTES) {
      HostData.tensor(new float[FILLING], FILLING).close(); // until the next slab begins
    }
  }

  static Object seen(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Smoke::seen).toList();
    }
    return value instanceof Tensor tensor
        ? new Seen(
            tensor.dtype(),
            Arrays.stream(tensor.sizes()).boxed().toList(),
            HostData.doubles(tensor))
        : String.valueOf(value);
  }

  /** Returns whether two answers are alike, of tensors up to a tolerance. */
  static boolean agree(Object one, Object other) {
    if (one instanceof List<?> ones && other instanceof List<?> others) {
      boolean agree = ones.size() == others.size();
      for (int i = 0; agree && i < ones.size(); i++) {
        agree = agree(ones.get(i), others.get(i));
      }
      return agree;
    }
    if (one instanceof Seen seen && other instanceof Seen another) {
      return isAlike(seen, another) && agree(seen.values(), another.values());
    }
    return one.equals(other);
  }

  private static boolean isAlike(Seen one, Seen other) {
    return one.dtype() == other.dtype() && one.sizes().equals(other.sizes());
  }

  private static boolean agree(double[] ones, double[] others) {
    for (int i = 0; i < ones.length; i++) {
      double scale = Math.max(1, Math.abs(ones[i]));
      boolean isNear = Math.abs(ones[i] - others[i]) <= TOLERANCE * scale;
      if (!isNear && Double.compare(ones[i], others[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
