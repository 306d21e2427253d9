package jackfield.tools.fuzz.operator;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.schema.OperatorTags;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.Outcome.Broken;
import jackfield.tools.fuzz.operator.Outcome.Refused;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Extent;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The oracle: a call returns results or throws a typed error. It changes only what its schema
 * declares, and nothing if it throws. All backends agree, and Meta agrees with them.
 */
public final class CaseCheck {
  private static final Pattern UNDEFINED = Pattern.compile("aten::(new_)?empty.*|aten::resize.*");

  /** Operators that change running statistics, which their schemas do not declare. */
  private static final Pattern KEEPS_STATISTICS =
      Pattern.compile("aten::(.*batch_norm.*|instance_norm)(\\..*)?");

  private static final long MOST_WORK = 1 << 24; // the largest number of elements

  private final Dispatcher dispatcher;
  private final Backends backends;
  private final MetaCheck meta;
  private final GradientCheck gradients;
  private final DeviceCheck device; // null if only the host is checked
  private final Runnable beforeCall;

  /**
   * Creates the oracle.
   *
   * @param autograd the autograd service, or null
   * @param device a further device whose kernels must agree, or the host
   * @param beforeCall runs before each call
   */
  public CaseCheck(
      Dispatcher dispatcher,
      Backends backends,
      Autograd autograd,
      Device device,
      Runnable beforeCall) {
    this.dispatcher = dispatcher;
    this.backends = backends;
    this.meta = new MetaCheck(beforeCall);
    this.gradients = new GradientCheck(autograd, beforeCall);
    this.device = device.isHost() ? null : new DeviceCheck(dispatcher, device, beforeCall);
    this.beforeCall = beforeCall;
  }

  /** The results of a call; contents are null if it threw. */
  record Shown(Outcome outcome, List<Object> contents) {}

  /** Returns the finding, if there is one. */
  public Optional<Failure> check(Case call, boolean withGradients) {
    try {
      Operator operator = dispatcher.operator(call.operator().toString());
      if (asksForLongWork(operator, call)) {
        return Optional.empty();
      }
      Shown first = null;
      for (int bundle = 0; bundle < backends.bundles().size(); bundle++) {
        backends.choose(bundle);
        Shown shown = onHost(operator, call, backends.bundles().get(bundle));
        if (first != null) {
          compare(operator, call, first, shown, backends.bundles().get(bundle), true);
        }
        first = first == null ? shown : first;
      }
      if (device != null && first != null && DeviceCheck.isFor(operator, call)) {
        onDevice(operator, call, first);
      }
      if (first != null && first.outcome() instanceof Answered) {
        meta.check(operator, call, first.contents());
        if (withGradients && !isRandom(operator)) {
          gradients.check(operator, call);
        }
      }
      return Optional.empty();
    } catch (OracleFinding wrong) {
      return Optional.of(wrong.of(call));
    }
  }

  /**
   * Returns whether few results are computed from more elements than can be read within the time
   * limit, such as a sum over an expanded tensor or a search for its nonzero elements. A call with
   * many results of many elements has to throw at once.
   */
  private static boolean asksForLongWork(Operator operator, Case call) {
    return call.views().stream().anyMatch(view -> view.elementCount() > MOST_WORK)
        && (MetaCheck.isSizedByElements(operator) || hasShortResults(operator, call));
  }

  private static boolean hasShortResults(Operator operator, Case call) {
    return Outcome.of(operator, BuiltTensors.onMeta(call)) instanceof Answered(List<Object> results)
        && results.stream().noneMatch(each -> each instanceof Tensor tensor && isLong(tensor));
  }

  private static boolean isLong(Tensor tensor) {
    return Extent.elementCount(tensor) > MOST_WORK;
  }

  private void onDevice(Operator operator, Case call, Shown onHost) {
    Shown there = device.show(operator, call);
    if (!DeviceCheck.mayDiffer(call, onHost.outcome(), there.outcome())) {
      boolean isDecided = DeviceCheck.isDecided(operator, call, onHost.contents());
      compare(operator, call, onHost, there, device.name(), isDecided);
    }
  }

  private Shown onHost(Operator operator, Case call, String bundle) {
    BuiltTensors arguments = BuiltTensors.onHost(call);
    ArgumentsBefore before = new ArgumentsBefore(arguments, operator.schema());
    beforeCall.run();
    Outcome outcome = Outcome.of(operator, arguments);
    switch (outcome) {
      case Broken(Throwable error) -> throw OracleFinding.untyped(error, bundle);
      case Refused(var error) ->
          before
              .anyChange()
              .ifPresent(change -> {
                throw new OracleFinding(
                    "a refusal changes an argument", change + "; refused: " + error);
              });
      case Answered(List<Object> results) -> {
        results.forEach(CaseCheck::checkWithin);
        arguments.tensors().forEach(CaseCheck::checkWithin);
        before
            .undeclaredChange()
            .filter(_ -> !KEEPS_STATISTICS.matcher(operator.name().toString()).matches())
            .ifPresent(change -> {
              throw new OracleFinding("changes an argument", change + ", by " + bundle);
            });
        checkNew(operator.schema(), arguments, results);
        return new Shown(outcome, contents(operator.schema(), arguments, results));
      }
    }
    return new Shown(outcome, List.of());
  }

  static void checkWithin(Object result) {
    if (result instanceof Tensor tensor && !Extent.isWithin(tensor)) {
      throw new OracleFinding(
          "a tensor beyond its storage",
          "%s offset %d in %d bytes"
              .formatted(
                  Content.of(metaOf(tensor)), tensor.offset(), tensor.storage().sizeBytes()));
    }
  }

  /** Returns a Meta tensor of the same geometry, of which no element is read. */
  private static Tensor metaOf(Tensor tensor) {
    Tensor none = new Memory(tensor.dtype(), 0, List.of(0.0), 0, false).onMeta();
    return none.alias(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  /**
   * A result that a backend computes shares no storage with an argument unless that is declared.
   */
  private void checkNew(OperatorSchema schema, BuiltTensors arguments, List<Object> results) {
    boolean isDeclared =
        !backends.compute(schema.name())
            || schema.returns().stream().anyMatch(each -> each.alias().isPresent());
    for (Object result : results) {
      if (!isDeclared && result instanceof Tensor tensor && arguments.has(tensor.storage())) {
        throw new OracleFinding(
            "an undeclared alias", "a result shares an argument's storage: " + tensor.summary());
      }
    }
  }

  /** Returns the contents of the results and of the arguments that may be written. */
  static List<Object> contents(
      OperatorSchema schema, BuiltTensors arguments, List<Object> results) {
    return contents(schema, arguments, results, UnaryOperator.identity());
  }

  /**
   * Returns the contents of the results and of the arguments that may be written.
   *
   * @param onHost returns a tensor that can be read
   */
  static List<Object> contents(
      OperatorSchema schema,
      BuiltTensors arguments,
      List<Object> results,
      UnaryOperator<Tensor> onHost) {
    List<Object> shown = new ArrayList<>();
    for (Object result : results) {
      shown.add(result instanceof Tensor tensor ? Content.of(onHost.apply(tensor)) : result);
    }
    ArgumentsBefore.writtenOf(arguments, schema)
        .forEach(tensor -> shown.add(Content.of(onHost.apply(tensor))));
    return SingularFactors.areOf(schema.name()) ? SingularFactors.compared(shown) : shown;
  }

  // ---- two backends

  private void compare(
      Operator operator, Case call, Shown first, Shown other, String bundle, boolean isDecided) {
    boolean isAnswered = first.outcome() instanceof Answered;
    if (isAnswered != other.outcome() instanceof Answered) {
      throw new OracleFinding(
          "one backend refuses",
          "%s: %s, %s: %s"
              .formatted(backends.bundles().getFirst(), text(first), bundle, text(other)));
    }
    double scale = scale(call);
    boolean isDefined =
        isDecided
            && !isRandom(operator)
            && !hasUndefinedContent(operator)
            && !UndecidedResults.areOf(operator, call);
    DType computed = coarsest(call);
    for (int i = 0; i < Math.max(first.contents().size(), other.contents().size()); i++) {
      Object expected = i < first.contents().size() ? first.contents().get(i) : "nothing";
      Object found = i < other.contents().size() ? other.contents().get(i) : "nothing";
      if (!agree(expected, found, isDefined, scale, computed)) {
        throw new OracleFinding(
            "backends differ",
            "result %d: %s: %s, %s: %s"
                .formatted(i, backends.bundles().getFirst(), expected, bundle, found));
      }
    }
  }

  private static boolean agree(
      Object expected, Object found, boolean isDefined, double scale, DType computed) {
    if (expected instanceof Content one && found instanceof Content other) {
      return one.hasGeometryOf(other) && (!isDefined || one.agreesWith(other, scale, computed));
    }
    return !isDefined || Objects.equals(expected, found);
  }

  private static String text(Shown shown) {
    return shown.outcome() instanceof Refused(var error)
        ? error.toString()
        : shown.contents().toString();
  }

  /**
   * Returns the type with the largest rounding errors in which the arguments may be computed.
   * Integers and bare numbers may be computed in the default type, float32.
   */
  private static DType coarsest(Case call) {
    boolean isBare = call.views().stream().anyMatch(View::isWrappedNumber);
    return Stream.concat(
            call.memories().stream().map(Memory::dtype),
            isBare ? Stream.of(DType.FLOAT32) : Stream.empty())
        .map(type -> type.isFloating() || type.isComplex() ? type : DType.FLOAT32)
        .max(Comparator.comparingDouble(type -> Tolerance.of(type, 1).relative()))
        .orElse(DType.FLOAT64);
  }

  /** Returns the largest finite number among the arguments. */
  private static double scale(Case call) {
    double scale = 1;
    for (Memory memory : call.memories()) {
      for (int i = 0; i < memory.pattern().size(); i++) {
        double value = Math.abs(memory.value(i));
        scale = Math.max(scale, Double.isFinite(value) ? value : largest(memory.dtype()));
      }
    }
    return scale;
  }

  /** Returns what infinity becomes in an integer, and 1 for types that hold it. */
  private static double largest(DType type) {
    return type.isFloating() || type.isComplex() ? 1 : Math.pow(2, 8 * type.sizeBytes());
  }

  private boolean isRandom(Operator operator) {
    return dispatcher
        .report(operator.name())
        .filter(report -> report.tags().contains(OperatorTags.RANDOM))
        .isPresent();
  }

  private static boolean hasUndefinedContent(Operator operator) {
    return UNDEFINED.matcher(operator.name().toString()).matches();
  }
}
