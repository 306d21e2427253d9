package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** PyTorch's {@code KernelFunction_test.cpp}: boxed kernels, called boxed and unboxed. */
public final class KernelFunctionTest {
  private static final String NAME = "_test::op";
  private static final Tensor X = plain(DispatchKey.CPU);
  private static final Tensor Y = plain(DispatchKey.CPU);
  private static final Tensor OTHER = plain(DispatchKey.CPU);
  private static final Scalar FIVE = Scalar.of(5);
  private static final String IN_PLACE = "op(Tensor(a!) self, Scalar s) -> Tensor(a!)";
  private static final String OUT = "op(Scalar s, *, Tensor(a!) out) -> Tensor(a!)";
  private static final String TWO_OUT =
      "op(Scalar a, Scalar b, *, Tensor(a!) x, Tensor(b!) y) -> (Tensor(a!), Tensor(b!))";

  private final TestProcess process = new TestProcess();

  /** A signature. */
  public interface Returning {
    long call(long a, long b);
  }

  /** A signature. */
  public interface Taking {
    void call(long a, long b);
  }

  /** Two results. */
  public record Two(long sum, long product) {}

  /** A signature. */
  public interface ReturningTwo {
    Two call(long a, long b);
  }

  /** A signature. */
  public interface InPlace {
    Tensor call(Tensor self, Scalar s);
  }

  /** A signature. */
  public interface Out {
    Tensor call(Scalar s, Tensor out);
  }

  /** Two results that are arguments. */
  public record TwoTensors(Tensor x, Tensor y) {}

  /** A signature. */
  public interface TwoOut {
    TwoTensors call(Scalar a, Scalar b, Tensor x, Tensor y);
  }

  private void define(String schema, KernelFunction kernel) {
    LibraryBlock library = process.define("_test").def(schema);
    library.impl("op", LibraryKernel.of(kernel));
  }

  private <F> F function(Class<F> signature) {
    return process.dispatcher().function(NAME, MethodHandles.lookup(), signature);
  }

  /** Defines a boxed kernel of two arguments that notes them and leaves {@code results}. */
  private void defineBoxed(String schema, Object... results) {
    BoxedKernel kernel =
        (operator, _, stack) -> {
          int count = operator.schema().arguments().size();
          for (int i = 0; i < count; i++) {
            Object value = stack.value(stack.fromTop(count, i));
            process.note(value instanceof Tensor ? "tensor" : value.toString());
          }
          stack.drop(count);
          for (Object result : results) {
            Values.push(stack, result);
          }
        };
    define(schema, KernelFunction.boxed(kernel));
  }

  private List<Object> callBoxed(Object... arguments) {
    Stack stack = process.call(NAME, arguments);
    return IntStream.range(0, stack.size()).mapToObj(stack::value).toList();
  }

  @Test
  void givenBoxedFunction_withReturn_whenCallingBoxed_thenWorks() {
    defineBoxed("op(int a, int b) -> int", 5);
    assertThat(callBoxed(3, 4)).containsExactly(5L);
    assertThat(process.ran()).containsExactly("3", "4");
  }

  @Test
  void givenBoxedFunction_withoutReturn_whenCallingBoxed_thenWorks() {
    defineBoxed("op(int a, int b) -> ()");
    assertThat(callBoxed(3, 4)).isEmpty();
    assertThat(process.ran()).containsExactly("3", "4");
  }

  @Test
  void givenBoxedFunction_withMultiReturn_whenCallingBoxed_thenWorks() {
    defineBoxed("op(int a, int b) -> (int, int)", 7, 12);
    assertThat(callBoxed(3, 4)).containsExactly(7L, 12L);
  }

  @Test
  void givenBoxedFunction_withInPlaceSignature_whenCallingBoxed_thenWorks() {
    defineBoxed(IN_PLACE, X);
    assertThat(callBoxed(X, FIVE)).containsExactly(X);
    assertThat(process.ran()).containsExactly("tensor", "5");
  }

  @Test
  void givenBoxedFunction_withOutOfPlaceSignature_whenCallingBoxed_thenWorks() {
    defineBoxed(OUT, X);
    assertThat(callBoxed(FIVE, X)).containsExactly(X);
    assertThat(process.ran()).containsExactly("5", "tensor");
  }

  @Test
  void givenBoxedFunction_withOutOfPlaceMultiSignature_whenCallingBoxed_thenWorks() {
    defineBoxed(TWO_OUT, X, Y);
    assertThat(callBoxed(FIVE, FIVE, X, Y)).containsExactly(X, Y);
    assertThat(process.ran()).containsExactly("5", "5", "tensor", "tensor");
  }

  @Test
  void givenBoxedFunction_withReturn_whenCallingUnboxed_thenWorks() {
    defineBoxed("op(int a, int b) -> int", 5);
    assertThat(function(Returning.class).call(3, 4)).isEqualTo(5);
    assertThat(process.ran()).containsExactly("3", "4");
  }

  @Test
  void givenBoxedFunction_withoutReturn_whenCallingUnboxed_thenWorks() {
    defineBoxed("op(int a, int b) -> ()");
    function(Taking.class).call(3, 4);
    assertThat(process.ran()).containsExactly("3", "4");
  }

  @Test
  void givenBoxedFunction_withMultiReturn_whenCallingUnboxed_thenWorks() {
    defineBoxed("op(int a, int b) -> (int, int)", 7, 12);
    assertThat(function(ReturningTwo.class).call(3, 4)).isEqualTo(new Two(7, 12));
  }

  /** The result on the stack is ignored: the argument is returned. */
  @Test
  void givenBoxedFunction_withInPlaceSignature_whenCallingUnboxed_thenWorks() {
    defineBoxed(IN_PLACE, OTHER);
    assertThat(function(InPlace.class).call(X, FIVE)).isSameAs(X);
    assertThat(process.ran()).containsExactly("tensor", "5");
  }

  /** The result on the stack is ignored: the last argument is returned. */
  @Test
  void givenBoxedFunction_withOutOfPlaceSignature_whenCallingUnboxed_thenWorks() {
    defineBoxed(OUT, OTHER);
    assertThat(function(Out.class).call(FIVE, X)).isSameAs(X);
    assertThat(process.ran()).containsExactly("5", "tensor");
  }

  /** The results on the stack are ignored: the last two arguments are returned. */
  @Test
  void givenBoxedFunction_withOutOfPlaceMultiSignature_whenCallingUnboxed_thenWorks() {
    defineBoxed(TWO_OUT, OTHER, OTHER);
    TwoTensors two = function(TwoOut.class).call(FIVE, FIVE, X, Y);
    assertThat(two.x()).isSameAs(X);
    assertThat(two.y()).isSameAs(Y);
  }
}
