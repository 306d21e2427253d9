package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.dispatcher.impl.c10.KernelFunctionTest.Returning;
import jackfield.dispatcher.impl.c10.KernelFunctionTest.Taking;
import jackfield.kernel.KernelFunction;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandles;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** PyTorch's {@code KernelFunction_test.cpp}: unboxed kernels, called boxed and unboxed. */
final class UnboxedKernelFunctionTest {
  private static final String NAME = "_test::op";

  private final TestProcess process = new TestProcess();

  private void define(String schema, KernelFunction kernel) {
    process.define("_test").def(schema).impl("op", LibraryKernel.of(kernel));
  }

  private <F> F function(Class<F> signature) {
    return process.dispatcher().function(NAME, MethodHandles.lookup(), signature);
  }

  /** A functor: an object with a method. */
  private final class Functor {
    long returning(long a, long b) {
      process.note(a + " and " + b);
      return 5;
    }

    void taking(long a, long b) {
      process.note(a + " and " + b);
    }
  }

  static long returningFunction(long a, long b) {
    return 10 * a + b;
  }

  static void throwingFunction(long a, long b) {
    throw new UnsupportedOperationException(a + " and " + b);
  }

  private void requireReturnBoxed(KernelFunction kernel) {
    define("op(int a, int b) -> int", kernel);
    assertThat(process.call(NAME, 3, 4).longAt(0)).isEqualTo(5);
    assertThat(process.ran()).containsExactly("3 and 4");
  }

  private void requireReturnUnboxed(KernelFunction kernel) {
    define("op(int a, int b) -> int", kernel);
    assertThat(function(Returning.class).call(3, 4)).isEqualTo(5);
    assertThat(process.ran()).containsExactly("3 and 4");
  }

  private void requireNoneBoxed(KernelFunction kernel) {
    define("op(int a, int b) -> ()", kernel);
    assertThat(process.call(NAME, 3, 4).size()).isZero();
    assertThat(process.ran()).containsExactly("3 and 4");
  }

  private void requireNoneUnboxed(KernelFunction kernel) {
    define("op(int a, int b) -> ()", kernel);
    function(Taking.class).call(3, 4);
    assertThat(process.ran()).containsExactly("3 and 4");
  }

  private KernelFunction functor(String method) {
    return Unboxed.method(MethodHandles.lookup(), new Functor(), method);
  }

  @Test
  void givenUnboxedFunctor_withReturn_whenCallingBoxed_thenWorks() {
    requireReturnBoxed(functor("returning"));
  }

  @Test
  void givenUnboxedFunctor_withoutReturn_whenCallingBoxed_thenWorks() {
    requireNoneBoxed(functor("taking"));
  }

  @Test
  void givenUnboxedFunctor_withReturn_whenCallingUnboxed_thenWorks() {
    requireReturnUnboxed(functor("returning"));
  }

  @Test
  void givenUnboxedFunctor_withoutReturn_whenCallingUnboxed_thenWorks() {
    requireNoneUnboxed(functor("taking"));
  }

  private static KernelFunction function(String name) {
    return Unboxed.function(MethodHandles.lookup(), UnboxedKernelFunctionTest.class, name);
  }

  @Test
  void givenUnboxedFunction_withReturn_whenCallingBoxed_thenWorks() {
    define("op(int a, int b) -> int", function("returningFunction"));
    assertThat(process.call(NAME, 3, 4).longAt(0)).isEqualTo(34);
  }

  /** A static method cannot note anything, so it throws what it got. */
  @Test
  void givenUnboxedFunction_withoutReturn_whenCallingBoxed_thenWorks() {
    define("op(int a, int b) -> ()", function("throwingFunction"));
    assertThat(thrownBy(() -> process.call(NAME, 3, 4))).isEqualTo("3 and 4");
  }

  private static String thrownBy(ThrowingCallable call) {
    return catchThrowableOfType(UnsupportedOperationException.class, call).getMessage();
  }

  @Test
  void givenUnboxedFunction_withReturn_whenCallingUnboxed_thenWorks() {
    define("op(int a, int b) -> int", function("returningFunction"));
    assertThat(function(Returning.class).call(3, 4)).isEqualTo(34);
  }

  /** A static method cannot note anything, so it throws what it got. */
  @Test
  void givenUnboxedFunction_withoutReturn_whenCallingUnboxed_thenWorks() {
    define("op(int a, int b) -> ()", function("throwingFunction"));
    assertThat(thrownBy(() -> function(Taking.class).call(3, 4))).isEqualTo("3 and 4");
  }

  private KernelFunction runtimeReturning() {
    Returning reference = new Functor()::returning;
    return JavaKernel.function(MethodHandles.lookup(), Returning.class, reference);
  }

  private KernelFunction runtimeTaking() {
    Taking reference = new Functor()::taking;
    return JavaKernel.function(MethodHandles.lookup(), Taking.class, reference);
  }

  @Test
  void givenUnboxedRuntimeFunction_withReturn_whenCallingBoxed_thenWorks() {
    requireReturnBoxed(runtimeReturning());
  }

  @Test
  void givenUnboxedRuntimeFunction_withoutReturn_whenCallingBoxed_thenWorks() {
    requireNoneBoxed(runtimeTaking());
  }

  @Test
  void givenUnboxedRuntimeFunction_withReturn_whenCallingUnboxed_thenWorks() {
    requireReturnUnboxed(runtimeReturning());
  }

  @Test
  void givenUnboxedRuntimeFunction_withoutReturn_whenCallingUnboxed_thenWorks() {
    requireNoneUnboxed(runtimeTaking());
  }

  private KernelFunction lambdaReturning() {
    return JavaKernel.function(
        MethodHandles.lookup(),
        Returning.class,
        (a, b) -> {
          process.note(a + " and " + b);
          return 5;
        });
  }

  private KernelFunction lambdaTaking() {
    return JavaKernel.function(
        MethodHandles.lookup(), Taking.class, (a, b) -> process.note(a + " and " + b));
  }

  @Test
  void givenUnboxedLambda_withReturn_whenCallingBoxed_thenWorks() {
    requireReturnBoxed(lambdaReturning());
  }

  @Test
  void givenUnboxedLambda_withoutReturn_whenCallingBoxed_thenWorks() {
    requireNoneBoxed(lambdaTaking());
  }

  @Test
  void givenUnboxedLambda_withReturn_whenCallingUnboxed_thenWorks() {
    requireReturnUnboxed(lambdaReturning());
  }

  @Test
  void givenUnboxedLambda_withoutReturn_whenCallingUnboxed_thenWorks() {
    requireNoneUnboxed(lambdaTaking());
  }
}
