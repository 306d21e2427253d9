package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PyTorch's {@code kernel_function_test.cpp}, {@code kernel_lambda_test.cpp} and {@code
 * make_boxed_from_unboxed_functor_test.cpp}, and their legacy twins, which register the same
 * kernels through an API that Java lacks. Their tests by value and by reference are one test here,
 * since Java has one way to pass a tensor.
 */
public final class KernelTypesTest {
  private static final String MY_OP = "_test::my_op";
  private static final Tensor CPU = plain(DispatchKey.CPU);
  private static final Tensor OTHER = plain(DispatchKey.CPU);

  private final TestProcess process = new TestProcess();

  // ---- signatures

  /** A signature. */
  public interface Increment {
    long call(Tensor dummy, long input);
  }

  /** A signature. */
  public interface TakeTensor {
    void call(Tensor dummy);
  }

  /** A signature. */
  public interface OfTensors {
    List<Tensor> call(Tensor a, Tensor b, List<Tensor> more);
  }

  /** A signature. */
  public interface OfIntegers {
    long call(Tensor dummy, long[] input);
  }

  /** Several results. */
  public record Outputs(Tensor first, long second, List<Tensor> third, Map<String, Tensor> last) {}

  /** A signature. */
  public interface ManyOutputs {
    Outputs call(Tensor dummy);
  }

  /** A signature. */
  public interface OfDictionary {
    String call(Tensor dummy, Map<String, String> input);
  }

  /** A signature. */
  public interface ToDictionary {
    Map<Long, String> call(Tensor dummy);
  }

  /** A signature. */
  public interface WithoutArguments {
    long call();
  }

  /** A signature. */
  public interface OfOptionals {
    String call(Tensor a, Optional<Tensor> b, OptionalLong c, Optional<String> d);
  }

  /** Optional results. */
  public record OptionalOutputs(Optional<Tensor> b, OptionalLong c, Optional<String> d) {}

  /** A signature. */
  public interface ToOptionals {
    OptionalOutputs call(Tensor a, Optional<Tensor> b, OptionalLong c, Optional<String> d);
  }

  private LibraryBlock define(String schema, LibraryKernel kernel) {
    return process.define("_test").def(schema).impl("my_op", kernel);
  }

  private <F> F function(Class<F> signature) {
    return process.dispatcher().function(MY_OP, MethodHandles.lookup(), signature);
  }

  static LibraryKernel increment(Making making) {
    return making.of(Increment.class, (_, input) -> input + 1);
  }

  // ---- calls

  @ParameterizedTest
  @EnumSource
  void givenKernel_whenRegistered_thenCanBeCalled(Making making) {
    define("my_op(Tensor dummy, int input) -> int", increment(making));
    assertThat(process.call(MY_OP, CPU, 5).longAt(0)).isEqualTo(6);
    assertThat(process.missing(MY_OP, plain(DispatchKey.CUDA), 5).key())
        .isEqualTo(DispatchKey.CUDA);
  }

  @ParameterizedTest
  @EnumSource
  void givenKernel_whenRegistered_thenCanBeCalledUnboxed(Making making) {
    define("my_op(Tensor dummy, int input) -> int", increment(making));
    assertThat(function(Increment.class).call(CPU, 3)).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void givenKernel_whenRegistrationRunsOutOfScope_thenCannotBeCalledAnymore(Making making) {
    LibraryBlock library = define("my_op(Tensor dummy, int input) -> int", increment(making));
    Increment held = function(Increment.class);
    library.close();
    assertThat(catchThrowableOfType(NoSuchOperator.class, () -> held.call(CPU, 3)))
        .hasMessageContaining(MY_OP);
    assertThat(process.dispatcher().operators()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithoutOutput_whenRegistered_thenCanBeCalled(Making making) {
    define("my_op(Tensor dummy) -> ()", making.of(TakeTensor.class, _ -> process.note("kernel")));
    assertThat(process.call(MY_OP, CPU).size()).isZero();
    assertThat(process.ran()).containsExactly("kernel");
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithTensorListInput_withOutput_whenRegistered_thenCanBeCalled(Making making) {
    define(
        "my_op(Tensor a, Tensor b, Tensor[] more) -> Tensor[]",
        making.of(OfTensors.class, (a, b, more) -> List.of(more.getFirst(), b, a)));
    Stack stack = process.call(MY_OP, CPU, OTHER, new Tensor[] {CPU});
    assertThat(stack.tensors(0)).containsExactly(CPU, OTHER, CPU);
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithIntListInput_withOutput_whenRegistered_thenCanBeCalled(Making making) {
    define(
        "my_op(Tensor dummy, int[] input) -> int",
        making.of(OfIntegers.class, (_, input) -> input.length));
    assertThat(process.call(MY_OP, CPU, new long[] {2, 4, 6}).longAt(0)).isEqualTo(3);
    assertThat(function(OfIntegers.class).call(CPU, new long[0])).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithMultipleOutputs_whenRegistered_thenCanBeCalled(Making making) {
    define(
        "my_op(Tensor dummy) -> (Tensor, int, Tensor[], Dict(str, Tensor))",
        making.of(
            ManyOutputs.class,
            dummy -> new Outputs(dummy, 5, List.of(OTHER, CPU), Map.of("first", OTHER))));
    Stack stack = process.call(MY_OP, CPU);
    assertThat(stack.size()).isEqualTo(4);
    assertThat(stack.tensor(0)).isSameAs(CPU);
    assertThat(stack.longAt(1)).isEqualTo(5);
    assertThat(stack.tensors(2)).containsExactly(OTHER, CPU);
    assertThat(stack.value(3)).isEqualTo(Map.of("first", OTHER));
    assertThat(function(ManyOutputs.class).call(CPU).third()).containsExactly(OTHER, CPU);
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithDictInput_withOutput_whenRegistered_thenCanBeCalled(Making making) {
    define(
        "my_op(Tensor dummy, Dict(str, str) input) -> str",
        making.of(OfDictionary.class, (_, input) -> input.get("key2")));
    Map<String, String> input = Map.of("key1", "value1", "key2", "value2");
    assertThat(process.call(MY_OP, CPU, input).string(0)).isEqualTo("value2");
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithDictOutput_whenRegistered_thenCanBeCalled(Making making) {
    define(
        "my_op(Tensor dummy) -> Dict(int, str)",
        making.of(ToDictionary.class, _ -> Map.of(1L, "one")));
    assertThat(process.call(MY_OP, CPU).value(0)).isEqualTo(Map.of(1L, "one"));
  }

  @ParameterizedTest
  @EnumSource
  void givenFallbackKernelWithoutAnyArguments_whenRegistered_thenCanBeCalled(Making making) {
    LibraryKernel kernel = making.of(WithoutArguments.class, () -> 12);
    define("my_op() -> int", kernel.at(null));
    assertThat(process.call(MY_OP).longAt(0)).isEqualTo(12);
    assertThat(function(WithoutArguments.class).call()).isEqualTo(12);
  }

  // ---- optional arguments

  private static final String OPTIONALS = "my_op(Tensor a, Tensor? b=None, int? c=2, str? d=None)";

  private static String tell(Optional<Tensor> b, OptionalLong c, Optional<String> d) {
    return b.isPresent() + " " + c + " " + d;
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithOptionalInputs_withOutput_whenRegistered_thenCanBeCalled(Making making) {
    define(OPTIONALS + " -> str", making.of(OfOptionals.class, (_, b, c, d) -> tell(b, c, d)));
    assertThat(process.call(MY_OP, CPU, CPU, 4, "text").string(0))
        .isEqualTo("true OptionalLong[4] Optional[text]");
    assertThat(process.call(MY_OP, CPU, null, null, null).string(0))
        .isEqualTo("false OptionalLong.empty Optional.empty");
    assertThat(
            function(OfOptionals.class)
                .call(CPU, Optional.of(OTHER), OptionalLong.empty(), Optional.empty()))
        .isEqualTo("true OptionalLong.empty Optional.empty");
  }

  @ParameterizedTest
  @EnumSource
  void givenKernelWithOptionalInputs_withMultipleOutputs_whenRegistered_thenCanBeCalled(
      Making making) {
    define(
        OPTIONALS + " -> (Tensor?, int?, str?)",
        making.of(ToOptionals.class, (_, b, c, d) -> new OptionalOutputs(b, c, d)));
    Stack given = process.call(MY_OP, CPU, OTHER, 4, "text");
    assertThat(given.tensor(0)).isSameAs(OTHER);
    assertThat(given.longAt(1)).isEqualTo(4);
    assertThat(given.string(2)).isEqualTo("text");
    Stack absent = process.call(MY_OP, CPU, null, null, null);
    assertThat(absent.size()).isEqualTo(3);
    assertThat(absent.isNone(0) && absent.isNone(1) && absent.isNone(2)).isTrue();
  }
}
