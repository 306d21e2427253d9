package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.KernelTypesTest.increment;
import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.schema.SchemaDifference;
import jackfield.schema.SchemaMismatch;
import jackfield.schema.SchemaType.Basic;
import jackfield.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PyTorch's {@code kernel_function_test.cpp}, {@code kernel_lambda_test.cpp} and {@code
 * make_boxed_from_unboxed_functor_test.cpp}: a kernel's schema against the expected one.
 */
final class KernelSchemaTest {
  private static final String MY_OP = "_test::my_op";
  private static final Tensor CPU = plain(DispatchKey.CPU);

  private final TestProcess process = new TestProcess();

  @ParameterizedTest
  @EnumSource
  void givenKernel_whenRegisteredWithoutSpecifyingSchema_thenInfersSchema(Making making) {
    process.define("_test").def("my_op", increment(making));
    assertThat(process.dispatcher().operator(MY_OP).schema())
        .hasToString("_test::my_op(Tensor _0, int _1) -> int _0");
  }

  private void requireMismatch(Making making, String schema, SchemaDifference difference) {
    LibraryBlock library = process.define("_test").def(schema);
    SchemaMismatch mismatch =
        catchThrowableOfType(SchemaMismatch.class, () -> library.impl("my_op", increment(making)));
    assertThat(mismatch.difference()).contains(difference);
    assertThat(process.missing(MY_OP, CPU, 1, 1).registered()).isEmpty();
    library.close();
  }

  @ParameterizedTest
  @EnumSource
  void givenMismatchedKernel_withDifferentNumArguments_whenRegistering_thenFails(Making making) {
    requireMismatch(
        making, "my_op(Tensor a, int b, int c) -> int", new SchemaDifference.ArgumentCount(3, 2));
  }

  @ParameterizedTest
  @EnumSource
  void givenMismatchedKernel_withDifferentArgumentType_whenRegistering_thenFails(Making making) {
    requireMismatch(
        making,
        "my_op(Tensor a, float b) -> int",
        new SchemaDifference.ArgumentType(2, Basic.FLOAT, Basic.INT));
  }

  @ParameterizedTest
  @EnumSource
  void givenMismatchedKernel_withDifferentNumReturns_whenRegistering_thenFails(Making making) {
    requireMismatch(making, "my_op(Tensor a, int b) -> ()", new SchemaDifference.ReturnCount(0, 1));
    requireMismatch(
        making, "my_op(Tensor a, int b) -> (int, int)", new SchemaDifference.ReturnCount(2, 1));
  }

  @ParameterizedTest
  @EnumSource
  void givenMismatchedKernel_withDifferentReturnTypes_whenRegistering_thenFails(Making making) {
    requireMismatch(
        making,
        "my_op(Tensor a, int b) -> Tensor",
        new SchemaDifference.ReturnType(1, Basic.TENSOR, Basic.INT));
  }
}
