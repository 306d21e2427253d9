package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.Signature;
import jackfield.boxing.SignedOperator;
import jackfield.context.DispatchContext;
import jackfield.dispatch.Pin;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaMismatch;
import jackfield.schema.SymInt;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operators that are called as the method of an interface says. */
final class SignedOperatorTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final Tensor y = HostData.tensor(new float[] {2}, 1);

  /** Two tensors written. */
  public record Two(Tensor first, Tensor second) {}

  /** A call of several sorts of values. */
  public interface Mixed {
    double call(Tensor x, long n, double f, boolean b);
  }

  /** A kernel of {@link Mixed} that takes the key set. */
  public interface KeyedMixed {
    double call(DispatchKeySet keys, Tensor x, long n, double f, boolean b);
  }

  /** A call that returns nothing. */
  public interface Nothing {
    void call(Tensor x);
  }

  /** An in-place form. */
  public interface InPlace {
    Tensor call(Tensor self, long n);
  }

  /** A form with one output. */
  public interface Out {
    Tensor call(Tensor self, Tensor out);
  }

  /** A form with two outputs. */
  public interface TwoOut {
    Two call(Tensor self, Tensor first, Tensor second);
  }

  /** A plain size. */
  public interface OfLong {
    Tensor call(Tensor x, long n);
  }

  /** A size that may be a symbol. */
  public interface OfSymbol {
    Tensor call(Tensor x, SymInt n);
  }

  private LibraryBlock library() {
    return LibraryBlock.define(dispatcher, "t", "Test.java", 1);
  }

  private <F> F function(Class<F> type) {
    return dispatcher.function("t::op", MethodHandles.lookup(), type);
  }

  private static <F> LibraryKernel kernel(Class<F> type, F kernel) {
    return LibraryKernel.of(JavaKernel.function(MethodHandles.lookup(), type, kernel))
        .at(DispatchKey.CPU);
  }

  @Test
  void aKernelGetsTheNumbersAndTheKeySet() {
    List<DispatchKeySet> seen = new ArrayList<>();
    KeyedMixed body =
        (keys, tensor, n, f, b) -> {
          seen.add(keys);
          return b ? n + f : 0;
        };
    library().def("op", kernel(KeyedMixed.class, body));
    assertThat(function(Mixed.class).call(x, 2, 0.5, true)).isEqualTo(2.5);
    assertThat(seen.getFirst().highestKey()).isEqualTo(DispatchKey.CPU);
    assertThat(DispatchContext.current().epoch()).isZero();
  }

  @Test
  void anExceptionLeavesTheEpochAndTheStackAsTheyWere() {
    library()
        .def("op(Tensor x) -> ()")
        .impl(
            "op",
            LibraryKernel.boxed((operator, keys, stack) -> {
              throw new UnsupportedOperationException("the kernel's own");
            }));
    Nothing nothing = function(Nothing.class);
    assertThat(catchThrowableOfType(UnsupportedOperationException.class, () -> nothing.call(x)))
        .hasMessage("the kernel's own");
    assertThat(DispatchContext.current().epoch()).isZero();
    assertThat(Stack.current().size()).isZero();
  }

  @Test
  void anInPlaceFormReturnsItsArgumentWhateverIsPushed() {
    library()
        .def("op(Tensor(a!) self, int n) -> Tensor(a!)")
        .impl(
            "op",
            LibraryKernel.boxed((operator, keys, stack) -> {
              stack.drop(2);
              stack.push(y);
            }));
    assertThat(function(InPlace.class).call(x, 1)).isSameAs(x);
  }

  @Test
  void outputsAreReturnedWhateverIsPushed() {
    library()
        .def("op(Tensor self, *, Tensor(a!) out) -> Tensor(a!)")
        .impl("op", LibraryKernel.boxed((operator, keys, stack) -> stack.drop(1)));
    assertThat(function(Out.class).call(x, y)).isSameAs(y);
  }

  @Test
  void severalOutputsAreReturnedInOrder() {
    library()
        .def("op(Tensor self, *, Tensor(a!) p, Tensor(b!) q) -> (Tensor(a!), Tensor(b!))")
        .impl("op", LibraryKernel.boxed((operator, keys, stack) -> stack.drop(1)));
    assertThat(function(TwoOut.class).call(x, y, x)).isEqualTo(new Two(y, x));
  }

  @Test
  void anotherNumberOfResultsIsRefused() {
    library()
        .def("op(Tensor x) -> ()")
        .impl("op", LibraryKernel.boxed((operator, keys, stack) -> {}));
    Nothing nothing = function(Nothing.class);
    SchemaMismatch mismatch = catchThrowableOfType(SchemaMismatch.class, () -> nothing.call(x));
    assertThat(mismatch.found()).isEqualTo("1 value on the stack");
  }

  @Test
  void removingMoreThanItsArgumentsIsRefused() {
    Stack stack = Stack.current();
    stack.push(y);
    library()
        .def("op(Tensor x) -> ()")
        .impl("op", LibraryKernel.boxed((operator, keys, on) -> on.drop(2)));
    Nothing nothing = function(Nothing.class);
    SchemaMismatch mismatch = catchThrowableOfType(SchemaMismatch.class, () -> nothing.call(x));
    assertThat(mismatch.found()).isEqualTo("1 value fewer than before its arguments were pushed");
    stack.cut(0);
  }

  @Test
  void aKernelGoesOnBelowWithASmallerSet() throws Throwable {
    SignedOperator<InPlace> below =
        dispatcher.operator(
            Signature.of(MethodHandles.lookup(), OperatorName.parse("t::op"), InPlace.class));
    library().def("op", kernel(InPlace.class, (self, n) -> n == 3 ? y : x));
    long cpu = DispatchKeySet.of(DispatchKey.CPU).bits();
    try (Pin pin = dispatcher.pin()) { // as inside a call
      assertThat(pin.epoch()).isPositive();
      assertThat(below.redispatch().invoke(cpu, x, 3L)).isSameAs(y);
    }
    assertThat(below.call().invoke(x, 4L)).isSameAs(x);
  }

  @Test
  void aPlainKernelServesASymbolicSchemaAsLongAsThereIsNoSymbol() {
    library().def("op(Tensor x, SymInt n) -> Tensor").impl("op", kernel(OfLong.class, (t, n) -> y));
    assertThat(function(OfLong.class).call(x, 1)).isSameAs(y);
    OfSymbol symbolic = function(OfSymbol.class);
    assertThat(symbolic.call(x, SymInt.of(5))).isSameAs(y);
    ValueMismatch refused =
        catchThrowableOfType(ValueMismatch.class, () -> symbolic.call(x, SymInt.symbol("s0")));
    assertThat(refused.found()).isEqualTo("SymInt s0");
    assertThat(refused.expected()).isEqualTo("int");
  }

  @Test
  void aSymbolicKernelIsCalledWithNumbersAndSymbols() {
    List<SymInt> seen = new ArrayList<>();
    OfSymbol body =
        (t, n) -> {
          seen.add(n);
          return t;
        };
    library().def("op(Tensor x, SymInt n) -> Tensor").impl("op", kernel(OfSymbol.class, body));
    function(OfLong.class).call(x, 1);
    function(OfSymbol.class).call(x, SymInt.symbol("s0"));
    assertThat(seen).containsExactly(SymInt.of(1), SymInt.symbol("s0"));
  }

  @Test
  void anotherSignatureThanTheKernelsIsRefused() {
    library().def("op", kernel(OfLong.class, (t, n) -> t));
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> function(Mixed.class));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.WRONG_SIGNATURE);
  }

  @Test
  void anotherSignatureThanTheSchemasIsRefused() {
    library().def("op(Tensor x) -> Tensor");
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> function(OfLong.class));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.WRONG_SIGNATURE);
  }

  @Test
  void anArgumentOfTheRequestThatIsNullIsNamed() {
    assertThatNullPointerException()
        .isThrownBy(() -> function(null))
        .withMessage("Dispatcher.function: function is null");
    assertThatNullPointerException()
        .isThrownBy(() -> dispatcher.function("t::op", null, Nothing.class))
        .withMessage("Dispatcher.function: lookup is null");
  }
}
