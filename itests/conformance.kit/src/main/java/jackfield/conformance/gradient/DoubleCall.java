package jackfield.conformance.gradient;

import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.BoxedCall;
import jackfield.conformance.vectors.Operators;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.memory.HostBytes;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A call whose tensors of floating-point or complex numbers are leaves of double precision. */
final class DoubleCall {
  private final Operators operators;
  private final Operator operator;
  private final Arguments arguments;
  private final List<Tensor> leaves = new ArrayList<>();
  private final int most;

  DoubleCall(Operators operators, Operator operator, Arguments arguments, int most) {
    this(operators, operator, arguments, most, Set.of());
  }

  /** Prepares a call in which {@code constants}, some of the arguments, are no leaves. */
  DoubleCall(
      Operators operators,
      Operator operator,
      Arguments arguments,
      int most,
      Set<Tensor> constants) {
    this.operators = operators;
    this.operator = operator;
    this.arguments = arguments;
    this.most = most;
    arguments.replace((_, tensor) ->
        isFractional(tensor) ? ofDoubles(tensor, !constants.contains(tensor)) : tensor);
  }

  private static boolean isFractional(Tensor tensor) {
    return tensor.dtype().isFloating() || tensor.dtype().isComplex();
  }

  private Tensor ofDoubles(Tensor tensor, boolean isLeaf) {
    boolean isDouble = tensor.dtype() == DType.FLOAT64 || tensor.dtype() == DType.COMPLEX128;
    Tensor wide = isDouble && !repeatsElements(tensor) ? tensor : widened(tensor);
    if (isLeaf) {
      leaves.add(wide);
    }
    return wide;
  }

  private static boolean repeatsElements(Tensor tensor) {
    long[] addresses = addresses(tensor);
    return Arrays.stream(addresses).distinct().count() < addresses.length;
  }

  private static Tensor widened(Tensor tensor) {
    Tensor wide = like(tensor);
    long[] targets = addresses(wide);
    int[] next = {0};
    DType type = tensor.dtype();
    HostData.forEachAddress(
        tensor,
        at -> {
          HostBytes.putDouble(targets[next[0]++], Elements.doubleAt(type, at));
          if (type.isComplex()) {
            HostBytes.putDouble(targets[next[0]++], Elements.imaginaryAt(type, at));
          }
        });
    return wide;
  }

  /** Returns a new tensor of double precision of the same shape. */
  static Tensor like(Tensor tensor) {
    return HostData.empty(
        tensor.dtype().isComplex() ? DType.COMPLEX128 : DType.FLOAT64, tensor.sizes());
  }

  List<Tensor> leaves() {
    return leaves;
  }

  boolean isSmall() {
    return leaves.stream().allMatch(leaf -> leaf.elementCount() <= most);
  }

  /** Calls the operator, which records the call for {@code inputs}; see {@link #run}. */
  List<Tensor> record(List<Tensor> inputs) {
    inputs.forEach(Tensor::requiresGradient);
    return call(true);
  }

  /** Calls the operator and returns its results of double precision. */
  List<Tensor> run(boolean isRecorded) {
    return isRecorded ? record(leaves) : call(false);
  }

  private List<Tensor> call(boolean isRecorded) {
    arguments.replace((argument, tensor) -> isWritten(argument) ? copy(tensor) : tensor);
    try (Guard _ = DispatchContext.current().gradients(isRecorded)) {
      return BoxedCall.run(operator, arguments).stream()
          .filter(result -> result instanceof Tensor tensor && isCompared(tensor))
          .map(Tensor.class::cast)
          .toList();
    }
  }

  private boolean isCompared(Tensor tensor) {
    return (tensor.dtype() == DType.FLOAT64 || tensor.dtype() == DType.COMPLEX128)
        && tensor.elementCount() <= most;
  }

  private static boolean isWritten(SchemaArgument argument) {
    return argument.isWritten() && !argument.isOut();
  }

  /** A leaf that requires gradients refuses changes in place; a copy of it is none. */
  private Tensor copy(Tensor leaf) {
    Stack stack = new Stack().push(leaf).push(null);
    operators.operator("aten::clone").callBoxed(stack);
    return (Tensor) stack.value(0);
  }

  /** Returns the addresses of the numbers; a complex element has two. */
  static long[] addresses(Tensor tensor) {
    int parts = tensor.dtype().isComplex() ? 2 : 1;
    int size = tensor.dtype().sizeBytes() / parts;
    long[] addresses = new long[(int) tensor.elementCount() * parts];
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        at -> {
          for (int part = 0; part < parts; part++) {
            addresses[next[0]++] = at + (long) part * size;
          }
        });
    return addresses;
  }

  /** Returns the numbers of a tensor of double precision; none of null. */
  static double[] numbers(Tensor tensor) {
    if (tensor == null) {
      return new double[0];
    }
    return tensor.dtype().isComplex()
        ? Stream.of(HostData.complexes(tensor))
            .flatMapToDouble(number -> DoubleStream.of(number.real(), number.imaginary()))
            .toArray()
        : HostData.doubles(tensor);
  }
}
