package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import jackfield.schema.AliasAnalysis;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaDifference;
import jackfield.schema.SchemaMismatch;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code TestDispatch} of PyTorch's {@code test_dispatch.py}: definitions and refusals. */
@Tag("slow")
final class DispatchDefinitionsTest {
  private static final OperatorName FOO = OperatorName.parse("t::foo");
  private static final String SCHEMA = "foo(Tensor x) -> Tensor";

  private static Commute.Step def(String schema) {
    return library -> library.def(schema);
  }

  private static Commute.Step impl() {
    return library -> library.impl("foo", Unboxed.same());
  }

  private static Commute.Step impl(DispatchKey key) {
    return library -> library.impl("foo", Unboxed.sameAt(key));
  }

  private static Commute.Step implBy(String who) {
    return library -> library.impl("foo", Unboxed.same().by(Provenance.of(who)));
  }

  private static String state(OperatorReport report) {
    return new OperatorDump(report).state();
  }

  @Test
  @DisplayName("test_all_invariants")
  void testAllInvariants() {
    LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();
    DispatchKey[] keys = DispatchKey.values();
    LibraryBlock library = LibraryBlock.define(dispatcher, "t", "Test.java", 1);
    for (int i = 0; i < keys.length; i++) {
      library.def("op" + i + "(Tensor x) -> Tensor");
      if (keys[i].isAlias() || (keys[i].hasSlot() && keys[i] != DispatchKey.UNDEFINED)) {
        library.impl("op" + i, Unboxed.sameAt(keys[i]));
        library.impl("op" + (keys.length - 1 - i), LibraryKernel.of(KernelFunction.fallthrough()));
      }
    }
    assertThat(dispatcher.operators()).hasSize(keys.length);
    Invariants.check(dispatcher);
    library.close();
    Invariants.check(dispatcher);
  }

  @Test
  @DisplayName("test_def")
  void testDef() {
    OperatorReport report =
        Commute.all(
            def(SCHEMA),
            impl(),
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.AUTOGRAD_CPU));
    assertThat(state(report))
        .isEqualTo(
            """
            name: t::foo
            schema: t::foo(Tensor x) -> Tensor
            debug: registered at Test.java:0
            alias analysis kind: FROM_SCHEMA
            CPU: registered at Test.java:2 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            AutogradCPU: registered at Test.java:4 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            Autograd[alias]: registered at Test.java:3 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            CompositeImplicitAutograd[alias]: registered at Test.java:1 :: (Tensor _0) -> Tensor _0\
             [ boxed unboxed ]
            """);
  }

  @Test
  @DisplayName("test_def_impl_schema_mismatch")
  void testDefImplSchemaMismatch() {
    List<JackfieldException> refusals =
        Commute.refused(def("foo(Tensor x, Tensor y) -> Tensor"), impl());
    SchemaDifference difference = new SchemaDifference.ArgumentCount(2, 1);
    assertThat(refusals)
        .allSatisfy(refusal -> {
          SchemaMismatch mismatch = (SchemaMismatch) refusal;
          assertThat(mismatch.operator()).isEqualTo("t::foo");
          assertThat(mismatch.difference()).contains(difference);
          assertThat(mismatch.expected()).contains("t::foo(Tensor x, Tensor y) -> Tensor");
          assertThat(mismatch.found()).contains("(Tensor _0) -> Tensor _0");
        });
    assertThat(refusals.stream().map(Throwable::getMessage).distinct()).hasSize(1);
  }

  @Test
  @DisplayName("test_def_with_inference")
  void testDefWithInference() {
    OperatorReport report =
        Commute.all(
            library -> library.def("foo", Unboxed.same()),
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.AUTOGRAD_CPU));
    assertThat(state(report))
        .startsWith(
            """
            name: t::foo
            schema: t::foo(Tensor _0) -> Tensor _0
            debug: registered at Test.java:0
            alias analysis kind: CONSERVATIVE
            """);
    assertThat(report.kernels())
        .containsOnlyKeys(
            DispatchKey.CPU,
            DispatchKey.AUTOGRAD_CPU,
            DispatchKey.AUTOGRAD,
            DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  @DisplayName("test_def_only")
  void testDefOnly() {
    OperatorReport report = Commute.all(def("foo(Tensor x, Tensor y) -> Tensor"));
    assertThat(state(report))
        .isEqualTo(
            """
            name: t::foo
            schema: t::foo(Tensor x, Tensor y) -> Tensor
            debug: registered at Test.java:0
            alias analysis kind: FROM_SCHEMA
            """);
    assertThat(report.kernels()).isEmpty();
  }

  @Test
  @DisplayName("test_impl_only")
  void testImplOnly() {
    OperatorReport report =
        Commute.all(
            impl(),
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.AUTOGRAD_CPU));
    assertThat(state(report))
        .isEqualTo(
            """
            name: t::foo
            schema: (none)
            CPU: registered at Test.java:1 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            AutogradCPU: registered at Test.java:3 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            Autograd[alias]: registered at Test.java:2 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            CompositeImplicitAutograd[alias]: registered at Test.java:0 :: (Tensor _0) -> Tensor _0\
             [ boxed unboxed ]
            """);
  }

  @Test
  @DisplayName("test_multiple_def_error")
  void testMultipleDefError() {
    requireDuplicates(Commute.refused(def(SCHEMA), def(SCHEMA)));
  }

  private static void requireDuplicates(List<JackfieldException> refusals) {
    assertThat(refusals)
        .allSatisfy(refusal -> {
          DuplicateDefinition duplicate = (DuplicateDefinition) refusal;
          assertThat(duplicate.name()).isEqualTo("t::foo");
          assertThat(duplicate.previous()).isNotEqualTo(duplicate.latest());
        });
  }

  /** A parsed schema may have another alias analysis, and {@code commit} takes it unchanged. */
  private static OperatorSchema pure() {
    return OperatorSchema.parse("t::foo(Tensor x) -> Tensor")
        .withAliasAnalysis(AliasAnalysis.PURE_FUNCTION);
  }

  @Test
  @DisplayName("test_def_with_explicit_alias")
  void testDefWithExplicitAlias() {
    LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();
    dispatcher.commit(Provenance.of("test"), changes -> changes.define(pure()));
    assertThat(state(dispatcher.report(FOO).orElseThrow()))
        .contains("alias analysis kind: PURE_FUNCTION\n");
  }

  private static DuplicateDefinition secondDefinition(OperatorSchema first, OperatorSchema second) {
    LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();
    dispatcher.commit(Provenance.of("first"), changes -> changes.define(first));
    OperatorReport before = dispatcher.report(FOO).orElseThrow();
    DuplicateDefinition duplicate =
        catchThrowableOfType(
            DuplicateDefinition.class,
            () -> dispatcher.commit(Provenance.of("second"), changes -> changes.define(second)));
    assertThat(state(dispatcher.report(FOO).orElseThrow())).isEqualTo(state(before));
    return duplicate;
  }

  @Test
  @DisplayName("test_multiple_def_alias_defaulting")
  void testMultipleDefAliasDefaulting() {
    OperatorSchema unset = OperatorSchema.parse("t::foo(Tensor x) -> Tensor");
    assertThat(secondDefinition(pure(), unset).latest().bundle()).isEqualTo("second");
    assertThat(secondDefinition(unset, pure()).previous().bundle()).isEqualTo("first");
  }

  @Test
  @DisplayName("test_multiple_def_alias_mismatch")
  void testMultipleDefAliasMismatch() {
    OperatorSchema conservative = pure().withAliasAnalysis(AliasAnalysis.CONSERVATIVE);
    assertThat(secondDefinition(pure(), conservative).name()).isEqualTo("t::foo");
    assertThat(secondDefinition(conservative, pure()).name()).isEqualTo("t::foo");
  }

  @Test
  @DisplayName("test_overwrite_math")
  void testOverwriteMath() {
    OperatorReport report = Commute.inOrder(implBy("fn1"), implBy("fn2"));
    assertThat(state(report))
        .isEqualTo(
            """
            name: t::foo
            schema: (none)
            CompositeImplicitAutograd[alias]: fn2 :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]
            CompositeImplicitAutograd[alias] (inactive): fn1 :: (Tensor _0) -> Tensor _0\
             [ boxed unboxed ]
            """);
  }
}
