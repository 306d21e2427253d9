package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A value of each type goes into kernels and comes back, boxed and unboxed. */
final class ValueRoundTripTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final List<Object> seen = new ArrayList<>();

  Object remember(Object value) {
    seen.add(value);
    return value;
  }

  private LibraryKernel returning(Class<?> signature) throws ReflectiveOperationException {
    return LibraryKernel.of(kernel(signature)).at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
  }

  private <F> KernelFunction kernel(Class<F> signature) throws ReflectiveOperationException {
    MethodHandle remember =
        MethodHandles.lookup()
            .bind(this, "remember", MethodType.methodType(Object.class, Object.class));
    return JavaKernel.function(
        MethodHandles.lookup(),
        signature,
        MethodHandleProxies.asInterfaceInstance(signature, remember));
  }

  private LibraryBlock library() {
    return LibraryBlock.define(dispatcher, "t", "Test.java", 1);
  }

  private void requireRoundTrip(RoundTrips value) {
    Stack stack = new Stack().pushLong(17).pushValue(value.onStack());
    dispatcher.operator("t::same").callBoxed(stack);
    assertThat(seen).usingRecursiveComparison().isEqualTo(asList(value.java()));
    assertThat(stack.size()).isEqualTo(2);
    assertThat(stack.longAt(0)).isEqualTo(17);
    assertThat(stack.value(1)).usingRecursiveComparison().isEqualTo(value.onStack());
  }

  private static List<Object> asList(Object value) {
    List<Object> list = new ArrayList<>();
    list.add(value);
    return list;
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.call.RoundTrips#all")
  void aMethodTakesAndReturnsTheValueBoxed(RoundTrips value) throws ReflectiveOperationException {
    library()
        .def("same(%s x) -> %s".formatted(value.type(), value.type()))
        .impl("same", returning(value.signature()));
    requireRoundTrip(value);
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.call.RoundTrips#all")
  void aMethodWhoseSchemaIsInferredDoesSo(RoundTrips value) throws ReflectiveOperationException {
    library().def("same", returning(value.signature()));
    assertThat(dispatcher.operator("t::same").schema())
        .hasToString("t::same(%s _0) -> %s _0".formatted(value.type(), value.type()));
    requireRoundTrip(value);
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.call.RoundTrips#all")
  void aFunctionCallsABoxedKernel(RoundTrips value) throws ReflectiveOperationException {
    library()
        .def("same(%s x) -> %s".formatted(value.type(), value.type()))
        .impl(
            "same",
            LibraryKernel.boxed((operator, keys, stack) -> remember(stack.value(0)))
                .at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    requireReturned(value);
    assertThat(seen).usingRecursiveComparison().isEqualTo(asList(value.onStack()));
    assertThat(Stack.current().size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.call.RoundTrips#all")
  void aFunctionCallsAMethod(RoundTrips value) throws ReflectiveOperationException {
    library().def("same", returning(value.signature()));
    requireReturned(value);
    assertThat(seen).usingRecursiveComparison().isEqualTo(asList(value.java()));
  }

  private void requireReturned(RoundTrips value) throws ReflectiveOperationException {
    Object function = dispatcher.function("t::same", MethodHandles.lookup(), value.signature());
    Object returned =
        value.signature().getMethods()[0].invoke(function, new Object[] {value.java()});
    assertThat(returned).usingRecursiveComparison().isEqualTo(value.java());
  }

  @Test
  void aValueOfTheWrongTypeIsToldWithItsPlace() throws ReflectiveOperationException {
    library().def("same", returning(Echo.OfDict.class));
    ValueMismatch refused =
        catchThrowableOfType(
            ValueMismatch.class,
            () -> dispatcher.operator("t::same").callBoxed(new Stack().push(null).push("text")));
    assertThat(refused.position()).isOne();
    assertThat(refused.expected()).isEqualTo("Dict(str, int)");
    assertThat(refused.found()).isEqualTo("str text");
  }

  @Test
  void noneIsNoValueOfATypeThatIsNotOptional() throws ReflectiveOperationException {
    library().def("same", returning(Echo.OfLongs.class));
    ValueMismatch refused =
        catchThrowableOfType(
            ValueMismatch.class,
            () -> dispatcher.operator("t::same").callBoxed(new Stack().push(null)));
    assertThat(refused.expected()).isEqualTo("int[]");
    assertThat(refused.found()).isEqualTo("None");
  }
}
