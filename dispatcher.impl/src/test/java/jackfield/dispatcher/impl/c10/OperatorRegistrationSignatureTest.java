package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.RegistrationRefused.Kind;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.ValueMismatch;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaDifference;
import jackfield.schema.SchemaMismatch;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SymInt;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code OperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: signatures.
 *
 * <p>Many of PyTorch's tests distinguish {@code int64_t} from {@code const int64_t&}, which Java
 * lacks. Here they test that types differ, or that {@code long} and {@code Long} do not.
 */
public final class OperatorRegistrationSignatureTest {
  private static final String DUMMY = "_test::dummy";
  private static final OperatorName NAME = OperatorName.parse(DUMMY);

  private final TestProcess process = new TestProcess();

  /** Kernels by name. */
  static final class Kernels {
    private Kernels() {}

    static void ofLong(long n) {}

    static void ofLongObject(Long n) {}

    static void ofDouble(double n) {}

    static long next(@SuppressWarnings("unused") Tensor x, long n) {
      return n + 1;
    }
  }

  private static KernelFunction kernel(String name) {
    return Unboxed.function(MethodHandles.lookup(), Kernels.class, name);
  }

  private static LibraryKernel at(DispatchKey key, String name) {
    return LibraryKernel.of(kernel(name)).at(key);
  }

  private static LibraryKernel catchAll(String name) {
    return LibraryKernel.of(kernel(name));
  }

  /** Requires that {@code second} is refused after {@code first}, in this order. */
  private void requireMismatch(LibraryBlock library, LibraryKernel first, LibraryKernel second) {
    library.impl("dummy", first);
    OperatorReport before = process.dispatcher().report(NAME).orElseThrow();
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> library.impl("dummy", second));
    assertThat(refused.kind()).isEqualTo(Kind.KERNEL_SIGNATURE_MISMATCH);
    assertThat(refused.subject()).isEqualTo(DUMMY);
    assertThat(refused).hasMessageContaining("(int) -> ()").hasMessageContaining("(float) -> ()");
    assertThat(process.dispatcher().report(NAME).orElseThrow().kernels())
        .isEqualTo(before.kernels());
  }

  @Test
  void whenRegisteringMismatchingKernelsInSameOpCall_thenFails() {
    assertThat(
            TestProcess.refusal(() ->
                process.op(
                    "_test::dummy(int n) -> ()",
                    new TestProcess.At(DispatchKey.CPU, kernel("ofLong")),
                    new TestProcess.At(DispatchKey.CUDA, kernel("ofDouble")))))
        .isEqualTo(Kind.KERNEL_SIGNATURE_MISMATCH);
    assertThat(process.dispatcher().operators()).isEmpty(); // a commit is all or nothing
  }

  @Test
  void givenLambdaKernel_whenRegisteringWithMismatchingCppSignatures_thenFails() {
    requireMismatch(
        process.define("_test"), at(DispatchKey.CPU, "ofLong"), at(DispatchKey.CPU, "ofDouble"));
    process.implement("_test", DispatchKey.CUDA).impl("dummy", catchAll("ofLongObject"));
    assertThat(process.dispatcher().report(NAME).orElseThrow().kernels())
        .containsKeys(DispatchKey.CPU, DispatchKey.CUDA);
  }

  @Test
  void givenLambdaKernel_whenRegisteringCatchAllAndBackendWithMismatchingCppSignatures_thenFails() {
    requireMismatch(process.define("_test"), catchAll("ofLong"), at(DispatchKey.CPU, "ofDouble"));
  }

  @Test
  void givenLambdaKernel_whenRegisteringBackendAndCatchAllWithMismatchingCppSignatures_thenFails() {
    requireMismatch(process.define("_test"), at(DispatchKey.CPU, "ofLong"), catchAll("ofDouble"));
  }

  @Test
  void givenTorchLibrary_whenRegisteringWithMismatchingCppSignatures_thenFails() {
    requireMismatch(
        process.define("_test").def("dummy(int n) -> ()"),
        at(DispatchKey.CPU, "ofLong"),
        at(DispatchKey.CUDA, "ofDouble"));
  }

  /** Requires that the operator can be called with an int only. */
  private void requireWrongAccess() {
    RegistrationRefused refused =
        catchThrowableOfType(
            RegistrationRefused.class,
            () ->
                process
                    .dispatcher()
                    .operator(new ArrayOperator.Type("_test::dummy(float n) -> ()")));
    assertThat(refused.kind()).isEqualTo(Kind.WRONG_SIGNATURE);
    assertThat(refused.subject()).isEqualTo(DUMMY);
    assertThat(refused).hasMessageContaining("(int) -> ()").hasMessageContaining("(float) -> ()");
    assertThat(process.dispatcher().operator(new ArrayOperator.Type("_test::dummy(int n) -> ()")))
        .isNotNull();
  }

  @Test
  void givenLambdaKernel_whenAccessingWithMismatchingCppSignatures_thenFails() {
    process.define("_test").def("dummy", at(DispatchKey.CPU, "ofLong"));
    requireWrongAccess();
  }

  @Test
  void givenLambdaKernel_whenAccessingCatchAllWithMismatchingCppSignatures_thenFails() {
    process.define("_test").def("dummy", catchAll("ofLong"));
    requireWrongAccess();
  }

  @Test
  void givenTorchLibrary_whenAccessingWithMismatchingCppSignatures_thenFails() {
    process.define("_test").def("dummy(int a) -> ()").impl("dummy", at(DispatchKey.CPU, "ofLong"));
    requireWrongAccess();
  }

  @Test
  void givenTorchLibrary_whenAccessingCatchAllWithMismatchingCppSignatures_thenFails() {
    process.define("_test").def("dummy(int a) -> ()").impl("dummy", catchAll("ofLong"));
    requireWrongAccess();
  }

  // ---- symbolic sizes

  private static final String PLAIN = "_test::dummy(Tensor x, int n) -> int";
  private static final String SYMBOLIC = "_test::dummy(Tensor x, SymInt n) -> int";

  private Object call(String schema, long n) {
    return process
        .dispatcher()
        .operator(new ArrayOperator.Type(schema))
        .call(plain(DispatchKey.CPU), n);
  }

  /** A signature. */
  public interface OfSymInt {
    long call(Tensor x, SymInt n);
  }

  private OfSymInt symbolicFunction() {
    return process.dispatcher().function(DUMMY, MethodHandles.lookup(), OfSymInt.class);
  }

  /** Java has no reference to a symbolic size, so a wrong result stands for that signature. */
  @Test
  @DisplayName("TestSymNonSymCompatibility")
  void testSymNonSymCompatibility() {
    process.define("_test").def(SYMBOLIC).impl("dummy", at(DispatchKey.CPU, "next"));
    assertThat(call(PLAIN, 4)).isEqualTo(5L);
    assertThat(call(SYMBOLIC, 5)).isEqualTo(6L);
    assertThat(symbolicFunction().call(plain(DispatchKey.CPU), SymInt.of(6))).isEqualTo(7);
    assertThat(TestProcess.refusal(() -> call("_test::dummy(Tensor x, SymInt n) -> float", 6)))
        .isEqualTo(Kind.WRONG_SIGNATURE);
    assertThatThrownBy(() -> symbolicFunction().call(plain(DispatchKey.CPU), SymInt.symbol("s0")))
        .isInstanceOf(ValueMismatch.class); // a plain kernel accepts no symbolic size
  }

  private static LibraryKernel symbolic() {
    OfSymInt kernel = (_, n) -> n.value() + 1;
    return LibraryKernel.of(JavaKernel.function(MethodHandles.lookup(), OfSymInt.class, kernel))
        .at(DispatchKey.CPU);
  }

  @Test
  @DisplayName("TestSymSymCompatibility")
  void testSymSymCompatibility() {
    process.define("_test").def(SYMBOLIC).impl("dummy", symbolic());
    assertThat(call(PLAIN, 4)).isEqualTo(5L);
    assertThat(call(SYMBOLIC, 5)).isEqualTo(6L);
    assertThat(symbolicFunction().call(plain(DispatchKey.CPU), SymInt.of(6))).isEqualTo(7);
  }

  /** Java has no reference to a symbolic size; a symbolic size against an int replaces it. */
  @Test
  @DisplayName("TestSymSymRefCompatibility")
  void testSymSymRefCompatibility() {
    LibraryBlock library = process.define("_test").def(PLAIN);
    SchemaMismatch mismatch =
        catchThrowableOfType(SchemaMismatch.class, () -> library.impl("dummy", symbolic()));
    assertThat(mismatch.difference())
        .contains(new SchemaDifference.ArgumentType(2, Basic.INT, Basic.SYM_INT));
  }
}
