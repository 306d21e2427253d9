package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.AwaitTimedOut;
import jackfield.key.DispatchKey;
import jackfield.key.KeyConflict;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryBlock.Kind;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class LibraryBlockTest {
  private static final OperatorName TWICE = OperatorName.parse("t::twice");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final LibraryKernel boxed = LibraryKernel.boxed((operator, keys, stack) -> {});

  private LibraryBlock open(Kind kind, String namespace, DispatchKey key) {
    return new LibraryBlock(dispatcher, kind, namespace, key, "Test.java", 1);
  }

  private LibraryBlock define() {
    return LibraryBlock.define(dispatcher, "t", "Test.java", 1);
  }

  private OperatorReport twice() {
    return dispatcher.report(TWICE).orElseThrow();
  }

  private static void requireRefused(RegistrationRefused.Kind kind, ThrowingCallable action) {
    RegistrationRefused refused = catchThrowableOfType(RegistrationRefused.class, action);
    assertThat(refused.kind()).isEqualTo(kind);
    assertThat(refused).hasMessageContaining("Test.java:1");
  }

  /** A kernel whose schema is inferred. */
  static Tensor same(Tensor x) {
    return x;
  }

  private static LibraryKernel inferred() throws NoSuchMethodException {
    return LibraryKernel.of(
        JavaKernel.method(
            MethodHandles.lookup(),
            null,
            LibraryBlockTest.class.getDeclaredMethod("same", Tensor.class)));
  }

  @Test
  void theNamespaceIsFilledIn() {
    define().def("twice(Tensor x) -> Tensor", List.of(3)).impl("twice", boxed);
    assertThat(twice().schema().orElseThrow()).hasToString("t::twice(Tensor x) -> Tensor");
    assertThat(twice().tags()).containsExactly(3);
    assertThat(twice().kernels()).containsOnlyKeys(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  void theKernelsKeyIsBeforeTheLibrarys() {
    open(Kind.IMPL, "t", null).impl("twice", boxed.at(DispatchKey.CUDA));
    open(Kind.IMPL, "t", DispatchKey.CPU).impl("twice", boxed);
    assertThat(twice().kernels()).containsOnlyKeys(DispatchKey.CPU, DispatchKey.CUDA);
  }

  @Test
  void twoDifferentKeysAreAConflict() {
    LibraryBlock cpu = open(Kind.IMPL, "t", DispatchKey.CPU);
    KeyConflict conflict =
        catchThrowableOfType(
            KeyConflict.class, () -> cpu.impl("twice", boxed.at(DispatchKey.CUDA)));
    assertThat(conflict.kernelKey()).isEqualTo(DispatchKey.CUDA);
    assertThat(conflict.libraryKey()).isEqualTo(DispatchKey.CPU);
  }

  @Test
  void closingTakesAllBackAndFreesTheNamespace() {
    LibraryBlock library = define();
    library.def("twice(Tensor x) -> Tensor").impl("twice", boxed);
    requireRefused(RegistrationRefused.Kind.DUPLICATE_LIBRARY, this::define);
    library.close();
    assertThat(dispatcher.operators()).isEmpty();
    define().def("twice(Tensor x) -> Tensor");
    assertThat(dispatcher.operators()).containsExactly(TWICE);
  }

  @Test
  void theSchemaIsInferredFromAMethod() throws NoSuchMethodException {
    define().def("twice", inferred().at(DispatchKey.CPU));
    assertThat(twice().schema().orElseThrow()).hasToString("t::twice(Tensor _0) -> Tensor _0");
    assertThat(twice().kernels()).containsOnlyKeys(DispatchKey.CPU);
  }

  @Test
  void aKernelThatDoesNotFitLeavesTheDefinition() throws NoSuchMethodException {
    LibraryBlock library = define();
    LibraryKernel kernel = inferred();
    SchemaMismatch mismatch =
        catchThrowableOfType(
            SchemaMismatch.class, () -> library.def("twice(Tensor x, int n) -> Tensor", kernel));
    assertThat(mismatch.difference()).isPresent();
    assertThat(twice().registrations()).isOne();
  }

  @Test
  void whatALibraryMayNotDoIsRefusedByKind() {
    LibraryBlock implementing = open(Kind.IMPL, "t", null);
    requireRefused(
        RegistrationRefused.Kind.DEFINITION_IN_IMPLEMENTING_LIBRARY,
        () -> implementing.def("twice(Tensor x) -> Tensor"));
    requireRefused(
        RegistrationRefused.Kind.NAMESPACE_MISMATCH, () -> implementing.impl("u::twice", boxed));
    requireRefused(
        RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE, () -> implementing.def("twice", boxed));
    requireRefused(
        RegistrationRefused.Kind.WILDCARD_FRAGMENT, () -> open(Kind.FRAGMENT, "_", null));
    requireRefused(
        RegistrationRefused.Kind.KEY_ON_DEFINING_LIBRARY,
        () -> open(Kind.DEF, "t", DispatchKey.CPU));
    assertThat(define()).isNotNull();
  }

  @Test
  void aFallbackServesEachKeyOfAnAlias() {
    try (LibraryBlock library = open(Kind.IMPL, "_", DispatchKey.AUTOGRAD)) {
      library.fallback(boxed);
      assertThat(dispatcher.fallbacks()).hasSize(18);
    }
    assertThat(dispatcher.fallbacks()).isEmpty();
  }

  @Test
  void aFallbackNeedsAKeyAndNoNamespace() {
    requireRefused(
        RegistrationRefused.Kind.FALLBACK_OUTSIDE_IMPLEMENTING_LIBRARY,
        () -> define().fallback(boxed));
    requireRefused(
        RegistrationRefused.Kind.FALLBACK_WITHOUT_KEY,
        () -> open(Kind.IMPL, "_", null).fallback(boxed));
    requireRefused(
        RegistrationRefused.Kind.FALLBACK_WITH_NAMESPACE,
        () -> open(Kind.IMPL, "t", DispatchKey.CPU).fallback(boxed));
  }

  @Tag("slow")
  @Test
  void verifyingWaitsForWhatAnotherLibraryRegisters() {
    define().def("twice(Tensor x) -> Tensor").impl("twice", boxed.at(DispatchKey.CPU));
    LibraryBlock second = open(Kind.FRAGMENT, "t", null);
    second.verifyDef("twice(Tensor x) -> Tensor").verifyImpl("twice", DispatchKey.CPU);
    AwaitTimedOut late =
        catchThrowableOfType(
            AwaitTimedOut.class, () -> second.verifyImpl("twice", DispatchKey.CUDA));
    assertThat(late).hasMessageContaining("CUDA");
    assertThat(twice().registrations()).isEqualTo(2);
  }
}
