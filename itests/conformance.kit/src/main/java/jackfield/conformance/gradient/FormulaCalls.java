package jackfield.conformance.gradient;

import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.BoxedCall;
import jackfield.conformance.vectors.Operators;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.Autograd;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.Elements;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds the operators that the derivative formula of a recorded call uses: it repeats the call on
 * tensors that require gradients, runs the graph backwards, and observes the calls of that. While
 * it is open, all calls of the dispatcher run boxed.
 *
 * <p><em>Threads</em>: for one thread; calls of other threads are not observed.
 */
public final class FormulaCalls implements CallObserver, AutoCloseable {
  private final Operators operators;
  private final Autograd autograd;
  private final Registration registration;
  private final Thread thread = Thread.currentThread();
  private Set<OperatorName> observed; // null outside of a backward pass

  /**
   * What a differentiation does.
   *
   * @param isDifferentiable whether a result depends on the arguments by a recorded formula
   * @param isRefused whether a result is recorded, and differentiating it is refused
   * @param operators the operators that the formula calls
   */
  public record Calls(boolean isDifferentiable, boolean isRefused, Set<OperatorName> operators) {}

  /** Begins to observe the calls of {@code dispatcher}. */
  public FormulaCalls(Dispatcher dispatcher, Autograd autograd) {
    this.operators = new Operators(dispatcher);
    this.autograd = autograd;
    this.registration = dispatcher.observe(this);
  }

  @Override
  public Object started(ObservedCall call) {
    if (Thread.currentThread() == thread && observed != null) {
      observed.add(call.operator());
    }
    return null;
  }

  /**
   * Returns the operators that the backward pass of {@code vector} calls; empty if that is not
   * known: the call is refused, or no argument is a tensor of floating-point or complex numbers. If
   * not all of these arguments may require gradients, each alone does.
   */
  public Optional<Calls> of(RecordedVector vector) {
    Optional<Calls> all = of(vector, _ -> true);
    if (all.isEmpty() || !all.get().isRefused()) {
      return all;
    }
    Operator operator = operators.operator(vector.operator());
    return IntStream.range(0, operator.schema().arguments().size())
        .mapToObj(place -> of(vector, operator.schema().arguments().get(place)::equals))
        .flatMap(Optional::stream)
        .filter(Calls::isDifferentiable)
        .findFirst()
        .or(() -> all);
  }

  private Optional<Calls> of(RecordedVector vector, Predicate<SchemaArgument> isLeaf) {
    try {
      List<Tensor> leaves = new ArrayList<>();
      List<Tensor> outputs = outputs(vector, leaves, isLeaf);
      if (leaves.isEmpty()) {
        return Optional.empty();
      }
      observed = new TreeSet<>();
      if (!outputs.isEmpty()) {
        List<Tensor> ones = outputs.stream().map(FormulaCalls::ones).toList();
        List<Tensor> _ =
            autograd.grad(new GradientRequest(outputs, ones, leaves, false, false, true));
      }
      return Optional.of(new Calls(!outputs.isEmpty(), false, observed));
    } catch (AutogradMisuse refused) {
      return refused.kind() == AutogradMisuse.Kind.NOT_DIFFERENTIABLE
          ? Optional.of(new Calls(false, true, Set.of()))
          : Optional.empty();
    } catch (JackfieldException _) {
      return Optional.empty();
    } finally {
      observed = null;
    }
  }

  /** Calls the operator and returns the results that are recorded in a graph. */
  private List<Tensor> outputs(
      RecordedVector vector, List<Tensor> leaves, Predicate<SchemaArgument> isLeaf) {
    Operator operator = operators.operator(vector.operator());
    Arguments arguments =
        Arguments.bind(operator.schema(), vector.json(), new ValueReader(Placement.host()));
    arguments.replace((argument, tensor) -> {
      boolean isFractional = tensor.dtype().isFloating() || tensor.dtype().isComplex();
      if (!isFractional || !isLeaf.test(argument)) {
        return tensor;
      }
      Tensor leaf = tensor.requiresGradient();
      leaves.add(leaf);
      return isWritten(argument) ? copy(leaf) : leaf;
    });
    return BoxedCall.run(operator, arguments).stream()
        .filter(result -> result instanceof Tensor tensor && tensor.requiresGrad())
        .map(Tensor.class::cast)
        .toList();
  }

  /** A leaf that requires gradients refuses changes in place; a copy of it is none. */
  private static boolean isWritten(SchemaArgument argument) {
    return argument.isWritten() && !argument.isOut();
  }

  private Tensor copy(Tensor leaf) {
    Stack stack = new Stack().push(leaf).push(null);
    operators.operator("aten::clone").callBoxed(stack);
    return (Tensor) stack.value(0);
  }

  private static Tensor ones(Tensor output) {
    Tensor ones = HostData.empty(output.dtype(), output.sizes());
    HostData.forEachAddress(ones, address -> Elements.putScalar(ones.dtype(), address, Scalar.ONE));
    return ones;
  }

  /** Ends the observation. */
  @Override
  public void close() {
    registration.close();
  }
}
