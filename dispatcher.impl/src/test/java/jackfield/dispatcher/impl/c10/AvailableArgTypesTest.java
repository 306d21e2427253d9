package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.boxing.JavaKernel;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code testAvailableArgTypes} of PyTorch's {@code op_registration_test.cpp}: for each type, a
 * kernel gets the passed value and the caller the returned one.
 */
final class AvailableArgTypesTest {
  private static final String NAME = "_test::my_op";

  private final TestProcess process = new TestProcess();
  private Object got;

  /** What each kernel does. */
  static Object swap(AvailableArgTypesTest test, Object returned, Object passed) {
    test.got = passed;
    return returned;
  }

  private <F> LibraryKernel kernel(Class<F> signature, Object returned)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type =
        MethodType.methodType(
            Object.class, AvailableArgTypesTest.class, Object.class, Object.class);
    MethodHandle body =
        MethodHandles.insertArguments(
            lookup.findStatic(AvailableArgTypesTest.class, "swap", type), 0, this, returned);
    F function = MethodHandleProxies.asInterfaceInstance(signature, body);
    return LibraryKernel.of(JavaKernel.function(lookup, signature, function))
        .at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
  }

  private void requireBoxed(ArgTypes types) {
    Stack stack = new Stack().pushValue(types.passed().onStack());
    process.dispatcher().operator(NAME).callBoxed(stack);
    assertThat(got).usingRecursiveComparison().isEqualTo(types.passed().java());
    assertThat(stack.size()).isOne();
    assertThat(stack.value(0)).usingRecursiveComparison().isEqualTo(types.returned().onStack());
  }

  private void requireUnboxed(ArgTypes types, Object expected) throws ReflectiveOperationException {
    got = null;
    Object function =
        process.dispatcher().function(NAME, MethodHandles.lookup(), types.signature());
    Object returned =
        types.signature().getMethods()[0].invoke(function, new Object[] {types.passed().java()});
    assertThat(returned).usingRecursiveComparison().isEqualTo(types.returned().java());
    assertThat(got).usingRecursiveComparison().isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.c10.ArgTypes#all")
  @DisplayName("testAvailableArgTypes, explicit schema")
  void testAvailableArgTypes(ArgTypes types) throws ReflectiveOperationException {
    process
        .define("_test")
        .def("my_op(%s x) -> %s".formatted(types.type(), types.type()))
        .impl("my_op", kernel(types.signature(), types.returned().java()));
    requireBoxed(types);
    requireUnboxed(types, types.passed().java());
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.c10.ArgTypes#all")
  @DisplayName("testAvailableArgTypes, inferred schema")
  void testAvailableArgTypesWithInferredSchema(ArgTypes types) throws ReflectiveOperationException {
    LibraryBlock library = process.define("_test");
    library.def("my_op", kernel(types.signature(), types.returned().java()));
    assertThat(process.dispatcher().operator(NAME).schema())
        .hasToString("%s(%s _0) -> %s _0".formatted(NAME, types.type(), types.type()));
    requireBoxed(types);
    requireUnboxed(types, types.passed().java());
  }

  @ParameterizedTest
  @MethodSource("jackfield.dispatcher.impl.c10.ArgTypes#all")
  @DisplayName("testAvailableArgTypes, a boxed kernel")
  void testAvailableArgTypesOfBoxedKernels(ArgTypes types) throws ReflectiveOperationException {
    process
        .define("_test")
        .def("my_op(%s x) -> %s".formatted(types.type(), types.type()))
        .impl(
            "my_op",
            LibraryKernel.boxed(
                    (_, _, stack) -> {
                      got = stack.value(stack.size() - 1);
                      stack.drop(1);
                      stack.pushValue(types.returned().onStack());
                    })
                .at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    requireUnboxed(types, types.passed().onStack());
  }
}
