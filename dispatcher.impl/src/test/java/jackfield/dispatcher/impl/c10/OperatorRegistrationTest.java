package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused.Kind;
import jackfield.dispatch.Registration;
import jackfield.kernel.NoKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaSyntax;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code OperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: the registrations
 * of an operator, and which kernel a call finds.
 */
final class OperatorRegistrationTest {
  private static final String DUMMY = "_test::dummy";
  private static final String SCHEMA = "_test::dummy(Tensor dummy) -> ()";
  private static final Tensor CPU = plain(DispatchKey.CPU);
  private static final Tensor CUDA = plain(DispatchKey.CUDA);

  private final TestProcess process = new TestProcess();

  private boolean isKnown() {
    return process.dispatcher().find(OperatorName.parse(DUMMY)).isPresent();
  }

  private String schema() {
    return process.dispatcher().operator(DUMMY).schema().toString();
  }

  /** Here the order of a library's two statements; C10's old API has an object for both. */
  @Test
  void whenRegisteringWithSchemaBeforeKernelInOptionsObject_thenCanBeCalled() {
    process.define("_test").def(SCHEMA).impl("dummy", process.noting("catch-all"));
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("catch-all");
  }

  /** Here the order of a library's two statements; C10's old API has an object for both. */
  @Test
  void whenRegisteringWithSchemaAfterKernelInOptionsObject_thenCanBeCalled() {
    process.define("_test").impl("dummy", process.noting("catch-all")).def(SCHEMA);
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("catch-all");
  }

  @Test
  void whenRegisteringWithNameBeforeKernelInOptionsObject_thenCanBeCalled() {
    process.define("_test").def("dummy", process.noting("catch-all"));
    assertThat(schema()).isEqualTo("_test::dummy(Tensor _0) -> ()");
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("catch-all");
  }

  /**
   * A kernel registered before the definition does not set the schema: a library infers it at def.
   */
  @Test
  void whenRegisteringWithNameAfterKernelInOptionsObject_thenCanBeCalled() {
    process
        .define("_test")
        .impl("dummy", process.noting("CUDA").at(DispatchKey.CUDA))
        .def("dummy", process.noting("catch-all"));
    assertThat(schema()).isEqualTo("_test::dummy(Tensor _0) -> ()");
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("CUDA");
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("catch-all");
  }

  @Test
  void whenRegisteringWithoutSchema_thenFails() {
    var library = process.define("_test");
    SchemaSyntax error =
        catchThrowableOfType(SchemaSyntax.class, () -> library.def("", process.noting("kernel")));
    assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.SYNTAX);
    assertThat(error.column()).isEqualTo(1);
    assertThat(process.dispatcher().operators()).isEmpty();
  }

  @Test
  void whenCallingOpWithWrongDispatchKey_thenFails() {
    process.op(SCHEMA, process.kernel(DispatchKey.CPU, "CPU"));
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("CPU");
    NoKernel missing = process.missing(DUMMY, CUDA);
    assertThat(missing.key()).isEqualTo(DispatchKey.CUDA);
    assertThat(missing.operator()).isEqualTo(OperatorName.parse(DUMMY));
    assertThat(process.ran()).isEmpty();
  }

  @Test
  void givenOpWithCatchallKernel_whenCallingOp_thenCallsCatchallKernel() {
    process.op(SCHEMA, process.catchAll("catch-all"));
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("catch-all");
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("catch-all");
  }

  @Test
  void
      givenOpWithDispatchedKernelOutOfScope_whenRegisteringCatchallKernelAndCallingOp_thenCallsCatchallKernel() {
    process.op(SCHEMA, process.kernel(DispatchKey.CPU, "CPU")).close();
    assertThat(isKnown()).isFalse();
    process.op(SCHEMA, process.catchAll("catch-all"));
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("catch-all");
  }

  @Test
  void
      givenOpWithCatchallKernelOutOfScope_whenRegisteringDispatchedKernelAndCallingOp_thenCallsCatchallKernel() {
    process.op(SCHEMA, process.catchAll("catch-all")).close();
    process.op(SCHEMA, process.kernel(DispatchKey.CPU, "CPU"));
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("CPU");
    assertThat(process.missing(DUMMY, CUDA).key()).isEqualTo(DispatchKey.CUDA);
  }

  @Test
  void givenOpWithoutKernels_whenRegisteringWithSchema_thenOnlyRegistersSchema() {
    process.op(SCHEMA);
    assertThat(schema()).isEqualTo(SCHEMA);
    NoKernel missing = process.missing(DUMMY, CPU);
    assertThat(missing.key()).isEqualTo(DispatchKey.CPU);
    assertThat(missing.registered()).isEmpty();
  }

  @Test
  void givenOpWithoutKernels_whenRegisteringWithoutSchema_thenFails() {
    var library = process.define("_test");
    SchemaSyntax error = catchThrowableOfType(SchemaSyntax.class, () -> library.def("dummy"));
    assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.SCHEMA_EXPECTED);
    assertThat(process.dispatcher().operators()).isEmpty();
  }

  @Test
  void givenOpWithoutKernels_whenRunningOutOfScope_thenSchemaIsGone() {
    Registration registration = process.op(SCHEMA);
    assertThat(isKnown()).isTrue();
    registration.close();
    NoSuchOperator gone =
        catchThrowableOfType(
            NoSuchOperator.class, () -> process.dispatcher().operator("_test::dummy"));
    assertThat(gone.name()).isEqualTo(OperatorName.parse(DUMMY));
    assertThat(gone.isImplemented()).isFalse();
  }

  @Test
  void givenOpWithoutKernelsWithoutTensorInputs_whenRegistering_thenRegisters() {
    process.op("_test::dummy() -> ()");
    assertThat(schema()).isEqualTo("_test::dummy() -> ()");
    assertThat(process.missing(DUMMY).operator()).isEqualTo(OperatorName.parse(DUMMY));
  }

  private List<OperatorListener.Overriding> overrides() {
    List<OperatorListener.Overriding> told = new ArrayList<>();
    process
        .dispatcher()
        .listen(
            new OperatorListener() {
              @Override
              public void overridden(Overriding overriding) {
                told.add(overriding);
              }
            });
    return told;
  }

  /** Only C10's old API refuses this: in its dispatcher and in ours the later one serves. */
  @Test
  void givenMultipleKernelsWithSameDispatchKey_whenRegisteringInSameOpCall_thenFails() {
    List<OperatorListener.Overriding> told = overrides();
    process.op(
        SCHEMA,
        process.kernel(DispatchKey.CPU, "first"),
        process.kernel(DispatchKey.CPU, "second"));
    assertThat(told).extracting(each -> each.key()).containsExactly(DispatchKey.CPU);
    assertThat(told.getFirst().isCatchAll()).isFalse();
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("second");
  }

  /** Only C10's old API refuses this: in its dispatcher and in ours the later one serves. */
  @Test
  void givenMultipleCatchallKernels_whenRegisteringInSameOpCall_thenFails() {
    List<OperatorListener.Overriding> told = overrides();
    process.op(SCHEMA, process.catchAll("first"), process.catchAll("second"));
    assertThat(told).extracting(each -> each.isCatchAll()).containsExactly(true);
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("second");
  }

  @Test
  void whenRegisteringCPUTensorType_thenCanOnlyCallUnboxedWithCPUDispatchKey() {
    process.op(SCHEMA, process.kernel(DispatchKey.CPU, "CPU"));
    process.redispatch(DUMMY, DispatchKey.CPU, CUDA); // regardless of the tensor's device
    assertThat(process.ran()).containsExactly("CPU");
    NoKernel missing =
        catchThrowableOfType(
            NoKernel.class, () -> process.redispatch(DUMMY, DispatchKey.CUDA, CPU));
    assertThat(missing.key()).isEqualTo(DispatchKey.CUDA);
    assertThat(process.ran()).isEmpty();
  }

  @Test
  void whenRegisteringMultipleKernelsInSameOpCallAndCalling_thenCallsCorrectKernel() {
    process.op(
        SCHEMA, process.kernel(DispatchKey.CPU, "CPU"), process.kernel(DispatchKey.CUDA, "CUDA"));
    assertThat(process.ranIn(DUMMY, CPU)).containsExactly("CPU");
    assertThat(process.ranIn(DUMMY, CUDA)).containsExactly("CUDA");
    NoKernel missing = process.missing(DUMMY, plain(DispatchKey.XLA));
    assertThat(missing.key()).isEqualTo(DispatchKey.XLA);
    assertThat(missing.registered()).hasSize(2);
    assertThat(missing.registered().get(0)).startsWith("CPU ");
    assertThat(missing.registered().get(1)).startsWith("CUDA ");
  }

  private LibraryKernel boxed(DispatchKey key) {
    return LibraryKernel.of(process.boxed(key.toString())).at(key);
  }

  private void requireEachRuns(DispatchKey... keys) {
    for (DispatchKey key : keys) {
      assertThat(process.ranIn(DUMMY, plain(key))).containsExactly(key.toString());
    }
  }

  @Test
  void whenRegisteringMultipleKernelsByNameAndNoneCanInferSchema_thenFails() {
    var library = process.define("_test").impl("dummy", boxed(DispatchKey.CPU));
    assertThat(TestProcess.refusal(() -> library.def("dummy", boxed(DispatchKey.CUDA))))
        .isEqualTo(Kind.SCHEMA_NOT_INFERABLE);
    assertThat(process.dispatcher().dangling()).containsExactly(OperatorName.parse(DUMMY));
  }

  @Test
  void whenRegisteringMultipleKernelsBySchemaAndNoneCanInferSchema_thenSucceeds() {
    process
        .define("_test")
        .def(SCHEMA)
        .impl("dummy", boxed(DispatchKey.CPU))
        .impl("dummy", boxed(DispatchKey.CUDA))
        .impl("dummy", boxed(DispatchKey.XLA))
        .impl("dummy", boxed(DispatchKey.QUANTIZED_CPU));
    requireEachRuns(DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.XLA, DispatchKey.QUANTIZED_CPU);
  }

  @Test
  void whenRegisteringMultipleKernelsByNameAndOnlyOneCanInferSchema_thenSucceeds() {
    process
        .define("_test")
        .impl("dummy", boxed(DispatchKey.CPU))
        .def("dummy", process.noting("CUDA").at(DispatchKey.CUDA))
        .impl("dummy", boxed(DispatchKey.XLA));
    assertThat(schema()).isEqualTo("_test::dummy(Tensor _0) -> ()");
    requireEachRuns(DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.XLA);
  }

  @Test
  void whenRegisteringMultipleKernelsBySchemaAndOnlyOneCanInferSchema_thenSucceeds() {
    process
        .define("_test")
        .def(SCHEMA)
        .impl("dummy", boxed(DispatchKey.CPU))
        .impl("dummy", process.noting("CUDA").at(DispatchKey.CUDA))
        .impl("dummy", boxed(DispatchKey.XLA));
    assertThat(schema()).isEqualTo(SCHEMA);
    requireEachRuns(DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.XLA);
  }

  @Test
  void whenregisteringwithinvalidoverloadname() {
    for (String overload : List.of("default", "__name__")) {
      SchemaSyntax error =
          catchThrowableOfType(
              SchemaSyntax.class,
              () -> process.op("_test::dummy." + overload + "(Tensor dummy) -> ()"));
      assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.ILLEGAL_OVERLOAD_NAME);
      assertThat(error.found()).contains(overload);
    }
    assertThat(process.dispatcher().operators()).isEmpty();
  }

  @Test
  void registrationsForDispatchKey() {
    process.op(SCHEMA, process.kernel(DispatchKey.CPU, "CPU"));
    process.op("_test::other(Tensor dummy) -> ()", process.catchAll("catch-all"));
    process.implement("_test", DispatchKey.CPU).impl("third", process.noting("CPU"));
    List<OperatorName> all = process.dispatcher().operators();
    List<OperatorName> cpu = process.dispatcher().operators(DispatchKey.CPU);
    assertThat(cpu)
        .containsExactly(OperatorName.parse(DUMMY), OperatorName.parse("_test::third"))
        .isSubsetOf(all);
    assertThat(all).hasSize(3);
    assertThat(process.dispatcher().operators(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD))
        .containsExactly(OperatorName.parse("_test::other"));
    assertThat(process.dispatcher().operators(DispatchKey.CUDA)).isEmpty();
  }
}
