package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.key.UnknownKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorDump;
import jackfield.schema.OperatorName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code TestDispatch} of PyTorch's {@code test_dispatch.py}: fallbacks, dangling kernels, names.
 */
final class DispatchRegistryTest {
  private final LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();

  @Test
  @DisplayName("test_multiple_fallback")
  void testMultipleFallback() {
    LibraryKernel kernel = LibraryKernel.of(KernelFunction.fallthrough());
    LibraryBlock first =
        LibraryBlock.implement(dispatcher, LibraryBlock.WILDCARD, DispatchKey.XLA, "A.java", 1);
    LibraryBlock second =
        LibraryBlock.implement(dispatcher, LibraryBlock.WILDCARD, DispatchKey.XLA, "B.java", 2);
    first.fallback(kernel);
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> second.fallback(kernel));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.DUPLICATE_FALLBACK);
    assertThat(refused.subject()).isEqualTo("XLA");
    first.close();
    second.fallback(kernel);
    assertThat(dispatcher.fallbacks())
        .anySatisfy(each -> {
          assertThat(each.key()).isEqualTo(DispatchKey.XLA);
          assertThat(each.isFallthrough()).isTrue();
          assertThat(each.provenance().location()).isEqualTo("registered at B.java:2");
        });
  }

  @Test
  @DisplayName("test_find_dangling_impls")
  void testFindDanglingImpls() {
    LibraryBlock library = LibraryBlock.define(dispatcher, "t", "Test.java", 1);
    library.def("foo(Tensor x) -> Tensor").impl("foo", Unboxed.same()).def("bar", Unboxed.same());
    assertThat(dispatcher.operators()).hasSize(2);
    assertThat(dispatcher.dangling()).isEmpty();
  }

  @Test
  @DisplayName("test_find_dangling_impls_ext")
  void testFindDanglingImplsExt() {
    LibraryBlock.define(dispatcher, "t", "Test.java", 1).def("foo(Tensor x) -> Tensor");
    LibraryBlock.implement(dispatcher, "__test", DispatchKey.CPU, "extension.java", 7)
        .impl("foo", Unboxed.same());
    OperatorName dangling = OperatorName.parse("__test::foo");
    assertThat(dispatcher.dangling()).containsExactly(dangling);
    assertThat(new OperatorDump(dispatcher.report(dangling).orElseThrow()).state())
        .isEqualTo(
            """
            name: __test::foo
            schema: (none)
            CPU: registered at extension.java:7 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            """);
  }

  @Test
  @DisplayName("test_dispatch_print_registrations_for_dispatch_key_invalid")
  void testDispatchPrintRegistrationsForDispatchKeyInvalid() {
    UnknownKey unknown =
        catchThrowableOfType(UnknownKey.class, () -> DispatchKey.parse("invalid_key"));
    assertThat(unknown.name()).isEqualTo("invalid_key");
    assertThat(unknown).hasMessageContaining("invalid_key");
  }
}
