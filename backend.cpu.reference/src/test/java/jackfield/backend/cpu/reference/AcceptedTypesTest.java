package jackfield.backend.cpu.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.library.AtenLibrary;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The types of arguments and outputs that operators accept, where these are not what their kernels
 * could compute. libtorch 2.7.1 gave the expected answers.
 */
class AcceptedTypesTest {
  private static final LocalDispatcher DISPATCHER = new LocalDispatcher();

  static {
    Whiteboard whiteboard = new Whiteboard(DISPATCHER);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
  }

  private static Tensor ones(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    return call("aten::fill_.Scalar", tensor, Scalar.of(1L));
  }

  private static Tensor call(String operator, Object... arguments) {
    Stack stack = new Stack();
    for (Object argument : arguments) {
      stack.pushValue(argument);
    }
    DISPATCHER.operator(operator).callBoxed(stack);
    return stack.tensor(0);
  }

  static Stream<Arguments> outputs() {
    return Stream.of(
        arguments("aten::max.unary_out", DType.FLOAT32, DType.FLOAT64),
        arguments("aten::max.unary_out", DType.INT8, DType.FLOAT32),
        arguments("aten::min.unary_out", DType.FLOAT32, DType.FLOAT16),
        arguments("aten::all.all_out", DType.FLOAT32, DType.UINT8),
        arguments("aten::any.all_out", DType.UINT8, DType.BOOL),
        arguments("aten::square.out", DType.INT32, DType.FLOAT32));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void anOutputOfAnotherTypeIsWritten(String operator, DType type, DType given) {
    Tensor out = ones(given);
    assertThat(call(operator, ones(type), out)).isSameAs(out);
    assertThat(HostData.item(out).toDouble()).isEqualTo(1);
  }

  static Stream<Arguments> refusals() {
    Tensor floats = ones(DType.FLOAT32, 2);
    Tensor integers = ones(DType.INT64, 2);
    Tensor halves = ones(DType.FLOAT16, 2);
    Tensor bools = ones(DType.BOOL, 2);
    return Stream.of(
        arguments("aten::max.unary_out", new Object[] {floats, ones(DType.INT64)}),
        arguments("aten::any.all_out", new Object[] {floats, ones(DType.INT64)}),
        arguments("aten::square.out", new Object[] {bools, ones(DType.BOOL, 2)}),
        arguments("aten::lerp.Tensor_out", new Object[] {floats, floats, floats, halves}),
        arguments("aten::bitwise_not.out", new Object[] {bools, integers}),
        arguments(
            "aten::isin.Tensor_Tensor_out",
            new Object[] {floats, floats, false, false, ones(DType.UINT8, 2)}),
        arguments("aten::trace", new Object[] {ones(DType.FLOAT16, 2, 2)}),
        arguments("aten::special_zeta", new Object[] {halves, halves}),
        arguments("aten::special_erfcx", new Object[] {ones(DType.BFLOAT16, 2)}),
        arguments("aten::igamma", new Object[] {integers, integers}),
        arguments("aten::igammac", new Object[] {bools, integers}),
        arguments("aten::special_round", new Object[] {integers, 0L}));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void otherTypesAreRefused(String operator, Object[] arguments) {
    assertThatThrownBy(() -> call(operator, arguments)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void onlyIntegersWrapAroundInBytes() {
    Tensor bytes = ones(DType.UINT8, 2);
    assertThat(HostData.longs(call("aten::fill_.Scalar", bytes, Scalar.of(-1L)))).containsOnly(255);
    assertThatThrownBy(() -> call("aten::fill_.Scalar", bytes, Scalar.of(-1.0)))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> call("aten::hardtanh", bytes, Scalar.of(-1L), Scalar.of(2L)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void sumsOfIntegersTakeTheWholePartsOfTheirFactors() {
    Tensor self = ones(DType.INT64, 1);
    Tensor matrix = ones(DType.INT64, 1, 1);
    Tensor sum =
        call("aten::addmv", self, matrix, ones(DType.INT64, 1), Scalar.of(0.5), Scalar.of(2.7));
    assertThat(HostData.longs(sum)).containsOnly(2);
  }
}
