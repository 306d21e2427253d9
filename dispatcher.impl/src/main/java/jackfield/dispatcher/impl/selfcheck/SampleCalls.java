package jackfield.dispatcher.impl.selfcheck;

import jackfield.boxing.NamedCall;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Calls one operator with samples and records the results. Of a tensor it keeps type, sizes and
 * values only, so that it holds no object of the bundle.
 */
final class SampleCalls {
  private static final double TOLERANCE = 1e-4; // relative; sums of floats in another order

  private static final long POISONED_BYTES = 16_384; // more than arguments and results of samples
  private static final int FILLING = 512;
  private static final int POISONED_BLOCKS = 4; // of a device; more than a call allocates

  private final OperatorName name;
  private final SampleDevice target;
  private final Form form;

  /**
   * The results of a call.
   *
   * @param values numbers, texts, {@link Seen} tensors
   * @param refusal the error that the call threw, or null
   * @param kind the kind of the operator
   */
  record Answer(List<Object> values, Throwable refusal, Samples.Kind kind) {
    /** Returns whether another answer to the same call agrees with this one. */
    boolean agrees(Answer other) {
      return agree(values, other.values, kind == Samples.Kind.COMPUTES ? TOLERANCE : 0);
    }

    /** Returns whether another answer has tensors of the same types and sizes. */
    boolean isAlike(Answer other) {
      boolean isAlike = values.size() == other.values.size();
      for (int i = 0; isAlike && i < values.size(); i++) {
        isAlike =
            !(values.get(i) instanceof Seen mine)
                || (other.values.get(i) instanceof Seen theirs
                    && SampleCalls.isAlike(mine, theirs));
      }
      return isAlike;
    }
  }

  /** What is recorded of a tensor. */
  record Seen(DType dtype, String device, List<Long> sizes, double[] values) {}

  /**
   * The conditions of a call.
   *
   * @param poison the value with which its memory is filled before
   * @param seed the seed of its generator
   */
  record Trial(double poison, long seed) {}

  /** Creates calls of an operator with tensors of {@code target}. */
  SampleCalls(OperatorName name, SampleDevice target) {
    this(name, target, Form.MATRICES);
  }

  private SampleCalls(OperatorName name, SampleDevice target, Form form) {
    this.name = name;
    this.target = target;
    this.form = form;
  }

  /** Returns the same calls with tensors of the next form; empty after the last. */
  Optional<SampleCalls> next() {
    return Arrays.stream(Form.values())
        .filter(other -> other.ordinal() == form.ordinal() + 1)
        .findFirst()
        .map(other -> new SampleCalls(name, target, other));
  }

  OperatorName name() {
    return name;
  }

  /** Returns the arguments of a call as text. */
  String asked(Dispatcher dispatcher, Trial trial) {
    try (Scope _ = Scope.open()) {
      Operator operator = dispatcher.operator(name.toString());
      return samples(dispatcher, operator)
          .next(trial.seed())
          .map(arguments -> text(dispatcher, operator, arguments))
          .orElse("");
    }
  }

  private String text(Dispatcher dispatcher, Operator operator, Samples.Arguments arguments) {
    List<String> texts = new ArrayList<>();
    int position = 0;
    for (SchemaArgument argument : operator.schema().arguments()) {
      Object value =
          argument.isKeywordOnly() || position == arguments.positional().size()
              ? arguments.keywords().get(argument.name())
              : arguments.positional().get(position++);
      if (value != null) {
        texts.add(argument.name() + " " + Difference.text(seen(target, dispatcher, value)));
      }
    }
    return String.join(" · ", texts);
  }

  private Samples samples(Dispatcher dispatcher, Operator operator) {
    return new Samples(
        operator.schema(), target.device(), tensor -> target.toDevice(dispatcher, tensor), form);
  }

  /** Calls the operator once; empty if there are no samples for it. */
  Optional<Answer> call(Dispatcher dispatcher, Trial trial) {
    Samples.Kind kind = Samples.Kind.COMPUTES;
    try (Scope _ = Scope.open()) {
      Operator operator = dispatcher.operator(name.toString());
      Samples samples = samples(dispatcher, operator);
      kind = samples.kind();
      Optional<Samples.Arguments> sample = samples.next(trial.seed());
      if (sample.isEmpty()) {
        return Optional.empty();
      }
      Samples.Arguments arguments = sample.get();
      if (kind != Samples.Kind.MAKES) {
        poisonDevice(dispatcher, (float) trial.poison());
      }
      poison(trial.poison());
      List<Object> results =
          new ArrayList<>(NamedCall.call(operator, arguments.positional(), arguments.keywords()));
      results.addAll(arguments.tensors());
      // New memory of a device may hold any values, so tensors that are only created stay there.
      SampleDevice seenAt = kind == Samples.Kind.MAKES ? target.withoutTransfer() : target;
      return Optional.of(
          new Answer(
              results.stream().map(each -> seen(seenAt, dispatcher, each)).toList(), null, kind));
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      return Optional.of(new Answer(List.of(), thrown, kind));
    }
  }

  /** Fills the memory that the call will get, to reveal elements that a kernel leaves unwritten. */
  private static void poison(double poison) {
    while (Internals.MEMORY.fillAhead((float) poison, POISONED_BYTES) < POISONED_BYTES) {
      HostData.tensor(new float[FILLING], FILLING).close(); // up to the next slab
    }
  }

  /** Fills and frees device memory, which the allocator reuses first. */
  private void poisonDevice(Dispatcher dispatcher, float poison) {
    if (target.device().isHost()) {
      return;
    }
    float[] values = new float[Samples.SIDE * Samples.SIDE];
    Arrays.fill(values, poison);
    try (Scope _ = Scope.open()) {
      for (int i = 0; i < POISONED_BLOCKS; i++) {
        target.toDevice(dispatcher, HostData.tensor(values, Samples.SIDE, Samples.SIDE));
      }
    }
  }

  /** Returns the comparable part of a value; of a tensor its values if they can be fetched. */
  static Object seen(SampleDevice target, Dispatcher dispatcher, Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> seen(target, dispatcher, each)).toList();
    }
    if (!(value instanceof Tensor tensor)) {
      return String.valueOf(value);
    }
    Tensor fetched = target.toHost(dispatcher, tensor);
    return new Seen(
        tensor.dtype(),
        tensor.device().type(),
        Arrays.stream(tensor.sizes()).boxed().toList(),
        fetched.device().isHost() ? HostData.doubles(fetched) : new double[0]);
  }

  /** Returns whether two results are alike, of tensors up to a tolerance. */
  static boolean agree(Object one, Object other) {
    return agree(one, other, TOLERANCE);
  }

  private static boolean agree(Object one, Object other, double tolerance) {
    if (one instanceof List<?> ones && other instanceof List<?> others) {
      boolean agree = ones.size() == others.size();
      for (int i = 0; agree && i < ones.size(); i++) {
        agree = agree(ones.get(i), others.get(i), tolerance);
      }
      return agree;
    }
    if (one instanceof Seen seen && other instanceof Seen another) {
      return isAlike(seen, another) && agree(seen.values(), another.values(), tolerance);
    }
    return one.equals(other);
  }

  private static boolean isAlike(Seen one, Seen other) {
    return one.dtype() == other.dtype()
        && one.device().equals(other.device())
        && one.sizes().equals(other.sizes());
  }

  private static boolean agree(double[] ones, double[] others, double tolerance) {
    if (ones.length != others.length) {
      return false;
    }
    for (int i = 0; i < ones.length; i++) {
      if (!isNear(ones[i], others[i], tolerance)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNear(double one, double other, double tolerance) {
    double scale = Math.max(1, Math.abs(one));
    boolean isNear =
        Math.abs(one - other) < tolerance * scale; // a tolerance of 0: only the bits decide
    return isNear || Double.compare(one, other) == 0;
  }

  /** Returns whether two numbers are equal up to a tolerance. */
  static boolean isNear(double one, double other) {
    return isNear(one, other, TOLERANCE);
  }
}
