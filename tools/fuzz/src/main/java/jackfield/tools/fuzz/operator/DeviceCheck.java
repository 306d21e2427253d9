package jackfield.tools.fuzz.operator;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.Outcome.Broken;
import jackfield.tools.fuzz.operator.Outcome.Refused;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Calls operators with tensors of another device. Storages are copied there with all their bytes,
 * and results are read in host memory. A call after which the device cannot copy any more ends the
 * JVM, so that a new one goes on.
 */
final class DeviceCheck {
  /**
   * Polynomials of degrees that turn rounding errors into numbers, and elements that are chosen
   * among equal ones.
   */
  private static final Pattern OTHER_FORMULA =
      Pattern.compile("aten::(special_.*chebyshev_polynomial_.|kthvalue)(\\..*)?");

  /** Sums in another order, of which NaN, infinities and overflow make other numbers. */
  private static final Pattern OF_FINITE =
      Pattern.compile(
          "aten::((var|std)_mean|_foreach_pow|prod|_?fft_.*|i?stft|logaddexp|logspace"
              + "|(linalg_)?matrix_power)(\\..*)?");

  /** Steps that the host rounds to small types, as PyTorch does; devices round the result. */
  private static final Pattern OF_ROUNDED_STEPS =
      Pattern.compile("aten::grid_sampler(_[23]d)?(_backward)?(\\..*)?");

  private static final String OF_DEVICES = "half_to_float converts float16 on a device";
  private static final String OF_MEMORY = "out of tensor memory"; // a GPU has more
  private static final String CLOSED = "the tensor is closed"; // the host need not read a number
  private static final String ON_HOST = "expected the elements on cpu"; // of lengths
  private static final String PINNED = "host memory is pinned by no driver";
  private static final String BY_ZERO = "by which no integer is divided";
  private static final String OF_ONE_DEVICE = "expected all tensors on one device";
  private static final int DEVICE_LOST = 70; // the JVM's exit code
  private static final long MOST_BYTES = 1 << 24; // of a storage that is read

  private final Dispatcher dispatcher;
  private final Device device;
  private final Runnable beforeCall;

  DeviceCheck(Dispatcher dispatcher, Device device, Runnable beforeCall) {
    this.dispatcher = dispatcher;
    this.device = device;
    this.beforeCall = beforeCall;
  }

  String name() {
    return device.toString();
  }

  /**
   * Returns whether the call is one of the device: it has tensors, and no generator of the host.
   * Bare numbers stay in host memory, so they are neither written nor share their memory. The
   * gradient of the logarithm of sigmoid reads its buffer on the host only, as in PyTorch.
   */
  static boolean isFor(Operator operator, Case call) {
    return call.views().stream().anyMatch(view -> !view.isWrappedNumber())
        && call.arguments().stream().noneMatch(Values.Seed.class::isInstance)
        && call.views().stream()
            .filter(View::isWrappedNumber)
            .noneMatch(number -> isShared(number, call))
        && !writesNumber(operator.schema(), call)
        && !operator.name().toString().startsWith("aten::log_sigmoid_backward");
  }

  private static boolean isShared(View number, Case call) {
    return call.views().stream().filter(view -> view.memory() == number.memory()).count() > 1;
  }

  private static boolean writesNumber(OperatorSchema schema, Case call) {
    return IntStream.range(0, schema.arguments().size())
        .filter(place -> schema.arguments().get(place).isWritten())
        .boxed()
        .flatMap(place -> call.viewsOf(place).stream())
        .anyMatch(view -> call.views().get(view).isWrappedNumber());
  }

  /**
   * Returns whether one side may refuse what the other answers. A device gives numbers where the
   * host refuses to divide integers by 0, and refuses bare numbers that are no operands, and closed
   * ones that it would move. Softmax of float16 in float32 is of devices only, as in PyTorch. A
   * result of the host in pinned memory needs a driver, unless it is the argument itself.
   */
  static boolean mayDiffer(Case call, Outcome onHost, Outcome onDevice) {
    return refuses(onHost, BY_ZERO)
        || refuses(onHost, OF_DEVICES)
        || refuses(onHost, OF_MEMORY)
        || refuses(onDevice, PINNED)
        || refuses(onDevice, ON_HOST)
        || (call.views().stream().anyMatch(View::isWrappedNumber)
            && (refuses(onDevice, OF_ONE_DEVICE) || refuses(onDevice, CLOSED)));
  }

  /**
   * Returns whether values are compared: what both compute by one formula, of finite numbers. NaN,
   * infinities and large numbers become any integers.
   */
  static boolean isDecided(Operator operator, Case call, List<Object> onHost) {
    String name = operator.name().toString();
    boolean needsFinite =
        OF_FINITE.matcher(name).matches()
            || (hasFloats(call) && onHost.stream().anyMatch(DeviceCheck::isOfIntegers));
    return !OTHER_FORMULA.matcher(name).matches()
        && !(OF_ROUNDED_STEPS.matcher(name).matches() && hasHalves(call))
        && (!needsFinite || UndecidedResults.areFinite(call));
  }

  private static boolean hasFloats(Case call) {
    return call.memories().stream()
        .map(Memory::dtype)
        .anyMatch(type -> type.isFloating() || type.isComplex());
  }

  private static boolean hasHalves(Case call) {
    return call.memories().stream().map(Memory::dtype).anyMatch(DType::isHalf);
  }

  private static boolean isOfIntegers(Object result) {
    return result instanceof Content content && content.integers().length > 0;
  }

  private static boolean refuses(Outcome outcome, String words) {
    return outcome instanceof Refused(var error) && error.getMessage().contains(words);
  }

  /**
   * Calls an operator.
   *
   * @throws OracleFinding if it ends with an untyped error, or a refusal changes an argument
   */
  CaseCheck.Shown show(Operator operator, Case call) {
    try {
      BuiltTensors arguments = BuiltTensors.on(call, this::onDevice);
      beforeCall.run();
      Outcome outcome = Outcome.of(operator, arguments);
      return switch (outcome) {
        case Broken(Throwable error) -> throw OracleFinding.untyped(error, name());
        case Refused(var error) -> refused(call, arguments, outcome, error);
        case Answered(List<Object> results) -> {
          results.forEach(CaseCheck::checkWithin);
          arguments.tensors().forEach(CaseCheck::checkWithin);
          yield new CaseCheck.Shown(
              outcome, CaseCheck.contents(operator.schema(), arguments, results, this::onHost));
        }
      };
    } catch (JackfieldException failed) { // of a copy
      endIfLost(failed);
      throw OracleFinding.untyped(failed, name());
    }
  }

  private CaseCheck.Shown refused(
      Case call, BuiltTensors arguments, Outcome outcome, JackfieldException error) {
    endIfLost(error);
    List<Tensor> before = call.memories().stream().map(Memory::onHost).toList();
    for (int view = 0; view < arguments.tensors().size(); view++) {
      Memory memory = call.memories().get(call.views().get(view).memory());
      Tensor tensor = arguments.tensors().get(view);
      Tensor original = before.get(call.views().get(view).memory());
      if (!memory.isClosed() && !tensor.device().isHost() && !isSame(original, tensor)) {
        throw new OracleFinding("a refusal changes an argument", name() + " refused: " + error);
      }
    }
    return new CaseCheck.Shown(outcome, List.of());
  }

  private boolean isSame(Tensor original, Tensor tensor) {
    long count = original.storage().sizeBytes();
    return count == tensor.storage().sizeBytes()
        && Content.of(bytes(original, count))
            .agreesWith(Content.of(onHost(bytes(tensor, count))), 1, DType.UINT8);
  }

  private Tensor bytes(Tensor of, long count) {
    return plain(of, DType.UINT8, count);
  }

  /** Returns the first elements of a storage, without lazy negation and conjugation. */
  private Tensor plain(Tensor of, DType type, long count) {
    long keys = (of.device().isHost() ? near() : onDevice(near())).keyBits();
    return Tensor.of(keys, type, of.storage(), new long[] {count}, new long[] {1}, 0);
  }

  private static Tensor near() {
    return HostData.tensor(new double[] {1}, 1);
  }

  /** Ends this JVM if the device cannot be used any more: all later cases would fail. */
  private void endIfLost(JackfieldException failure) {
    try {
      onHost(onDevice(near()));
    } catch (JackfieldException lost) {
      System.out.println(device + " is lost: " + failure + "; now " + lost);
      Runtime.getRuntime().halt(DEVICE_LOST);
    }
  }

  /** Returns a copy of an entire storage on the device. */
  private Tensor onDevice(Tensor whole) {
    Stack stack = new Stack();
    stack.push(whole.sizes());
    stack.push(whole.dtype());
    stack.push(null); // the usual layout
    stack.push(device);
    stack.push(null); // not pinned
    stack.push(null); // row-major
    return copy(called("aten::empty.memory_format", stack), whole);
  }

  /** Returns a tensor of the same geometry over a copy of the storage in host memory. */
  private Tensor onHost(Tensor tensor) {
    Storage storage = tensor.storage();
    if (!tensor.device().equals(device) || storage.isClosed() || storage.sizeBytes() > MOST_BYTES) {
      return tensor;
    }
    long count = storage.sizeBytes() / tensor.dtype().sizeBytes();
    return copy(HostData.empty(tensor.dtype(), count), plain(tensor, tensor.dtype(), count))
        .alias(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  private Tensor copy(Tensor to, Tensor from) {
    Stack stack = new Stack();
    stack.push(to);
    stack.push(from);
    stack.pushBoolean(false); // blocking
    return called("aten::copy_", stack);
  }

  private Tensor called(String operator, Stack stack) {
    try (Guard _ = DispatchContext.current().belowInplaceOrView()) {
      dispatcher.operator(operator).callBoxed(stack);
    }
    return (Tensor) stack.value(0);
  }
}
