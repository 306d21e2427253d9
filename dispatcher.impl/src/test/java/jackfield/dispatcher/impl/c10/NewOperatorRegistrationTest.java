package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused.Kind;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Provenance;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorListener;
import jackfield.report.OperatorReport;
import jackfield.schema.AliasAnalysis;
import jackfield.schema.KernelSignature;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaSyntax;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code NewOperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: what libraries
 * register.
 */
final class NewOperatorRegistrationTest {
  private static final String SCHEMA = "fn(Tensor dummy) -> ()";

  private final TestProcess process = new TestProcess();
  private final Dispatcher dispatcher = process.dispatcher();

  private OperatorReport report(String name) {
    return dispatcher.report(OperatorName.parse(name)).orElseThrow();
  }

  @Test
  void erroroutwithinvalidoverloadname() {
    LibraryBlock library = process.define("_test");
    for (String overload : List.of("default", "__name__")) {
      SchemaSyntax error =
          catchThrowableOfType(
              SchemaSyntax.class, () -> library.def("fn." + overload + "(Tensor dummy) -> ()"));
      assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.ILLEGAL_OVERLOAD_NAME);
    }
    assertThat(dispatcher.operators()).isEmpty();
  }

  private LibraryKernel dense(BackendComponent device) {
    return process.noting("kernel").at(DispatchKey.DENSE.on(device));
  }

  @Test
  void testBasics() {
    LibraryBlock library = process.define("_test");
    library
        .def(SCHEMA)
        .def("fn2(Tensor dummy) -> ()", process.noting("kernel"))
        .def("fn3", process.noting("kernel"))
        .impl("fn4", dense(BackendComponent.CPU))
        .impl("fn4", dense(BackendComponent.XLA))
        .impl("fn4", dense(BackendComponent.LAZY))
        .impl("fn5", process.noting("kernel").at(DispatchKey.CPU))
        .impl("fn5", process.noting("kernel").at(DispatchKey.XLA))
        .impl("fn5", process.noting("kernel").at(DispatchKey.LAZY));
    assertThat(dispatcher.operators()).hasSize(5);
    assertThat(report("_test::fn").kernels()).isEmpty();
    assertThat(report("_test::fn3").schema().orElseThrow())
        .hasToString("_test::fn3(Tensor _0) -> ()");
    for (String name : List.of("_test::fn4", "_test::fn5")) {
      assertThat(report(name).kernels())
          .containsOnlyKeys(DispatchKey.CPU, DispatchKey.XLA, DispatchKey.LAZY);
    }
    library.close();
    assertThat(dispatcher.operators()).isEmpty();
  }

  @Test
  void importTopLevel() {
    process.define("test").def("def1(Tensor self) -> Tensor").def("def2", Unboxed.same());
    process.implement("test", null).impl("impl1", Unboxed.same());
    assertThat(dispatcher.operator("test::def1").schema())
        .hasToString("test::def1(Tensor self) -> Tensor");
    assertThat(dispatcher.operator("test::def2").name()).hasToString("test::def2");
    OperatorName implemented = OperatorName.parse("test::impl1");
    assertThat(dispatcher.find(implemented)).isPresent();
    NoSuchOperator undefined =
        catchThrowableOfType(NoSuchOperator.class, () -> dispatcher.operator("test::impl1"));
    assertThat(undefined.isImplemented()).isTrue();
    assertThat(dispatcher.find(OperatorName.parse("test::impl2"))).isEmpty();
  }

  @Test
  void overload() {
    process
        .define("test")
        .def("fn(Tensor self) -> Tensor")
        .def("fn.overload1(Tensor self, Tensor other) -> Tensor")
        .def("fn.overload2(Tensor self, Tensor other, Tensor alpha) -> Tensor");
    assertThat(dispatcher.operators())
        .extracting(OperatorName::overload)
        .containsExactly("", "overload1", "overload2");
    assertThat(dispatcher.operator("test::fn").schema().arguments()).hasSize(1);
    assertThat(dispatcher.operator("test::fn.overload1").schema().arguments()).hasSize(2);
    assertThat(dispatcher.operator("test::fn.overload2").schema().arguments()).hasSize(3);
  }

  @Test
  void importNamespace() {
    LibraryBlock library =
        process
            .define("test")
            .def("def1(Tensor self) -> Tensor")
            .def("def2", Unboxed.same())
            .impl("impl1", Unboxed.same());
    assertThat(dispatcher.operators())
        .extracting(OperatorName::toString)
        .containsExactly("test::def1", "test::def2", "test::impl1");
    assertThat(TestProcess.refusal(() -> library.def("retest::def1(Tensor self) -> Tensor")))
        .isEqualTo(Kind.NAMESPACE_MISMATCH);
    assertThat(dispatcher.operators()).hasSize(3);
  }

  /** A library takes texts; a commit takes a parsed schema and keeps it unchanged. */
  @Test
  void schema() {
    process.define("test").def("def1(Tensor self) -> Tensor");
    OperatorSchema parsed = OperatorSchema.parse("test::def2(Tensor self) -> Tensor");
    OperatorSchema pure =
        OperatorSchema.parse("test::def3(Tensor self) -> Tensor")
            .withAliasAnalysis(AliasAnalysis.PURE_FUNCTION);
    dispatcher.commit(Provenance.of("test"), changes -> changes.define(parsed).define(pure));
    assertThat(aliasAnalysis("test::def1")).isEqualTo(AliasAnalysis.FROM_SCHEMA);
    assertThat(aliasAnalysis("test::def2")).isEqualTo(AliasAnalysis.CONSERVATIVE);
    assertThat(dispatcher.operator("test::def2").schema().declaredAliasAnalysis()).isEmpty();
    assertThat(aliasAnalysis("test::def3")).isEqualTo(AliasAnalysis.PURE_FUNCTION);
  }

  private AliasAnalysis aliasAnalysis(String name) {
    return dispatcher.operator(name).schema().aliasAnalysis();
  }

  @Test
  void fallback() {
    LibraryBlock fallback = process.fallback(DispatchKey.CPU, process.boxed("fallback"));
    process.define("_test").def(SCHEMA);
    assertThat(process.ranIn("_test::fn", plain(DispatchKey.CPU))).containsExactly("fallback");
    fallback.close();
    assertThat(process.missing("_test::fn", plain(DispatchKey.CPU)).key())
        .isEqualTo(DispatchKey.CPU);
  }

  @Test
  @DisplayName("TorchLibraryTwiceIsError")
  void torchLibraryTwiceIsError() {
    LibraryBlock first = process.define("test").def("fn1(Tensor self) -> Tensor");
    assertThat(TestProcess.refusal(() -> process.define("test"))).isEqualTo(Kind.DUPLICATE_LIBRARY);
    first.close();
    process.define("test").def("fn2(Tensor self) -> Tensor");
    assertThat(dispatcher.operators()).containsExactly(OperatorName.parse("test::fn2"));
  }

  /** A kernel for {@code cppFunction}. */
  @SuppressWarnings("unused") // for its type
  private String ofAnObject(String text) {
    return "object " + text;
  }

  static String ofAClass(String text) {
    return "class " + text;
  }

  private KernelFunction lambda() {
    return KernelFunction.typed(
        new ArrayOperator.Type("_test::fn(str text) -> str"),
        (_, arguments) -> "lambda " + arguments[0]);
  }

  private static KernelFunction boxed() {
    return KernelFunction.boxed((_, _, stack) -> {
      String text = stack.string(0);
      stack.drop(1);
      stack.push("boxed " + text);
    });
  }

  @Test
  @DisplayName("CppFunction")
  void cppFunction() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    requireAnswer(
        "class a", Unboxed.function(lookup, NewOperatorRegistrationTest.class, "ofAClass"));
    requireAnswer("object a", Unboxed.method(lookup, this, "ofAnObject"));
    requireAnswer("lambda a", lambda());
    requireAnswer("boxed a", boxed());
    LibraryBlock library = process.define("_test").def("fn(str text) -> str");
    library.impl("fn", LibraryKernel.of(KernelFunction.fallthrough()).at(DispatchKey.TRACER));
    assertThat(report("_test::fn").table().get(DispatchKey.TRACER.tableIndex()).kernel())
        .matches(KernelFunction::isFallthrough);
  }

  private void requireAnswer(String answer, KernelFunction kernel) {
    try (LibraryBlock library = process.define("_test")) {
      library.def("fn(str text) -> str").impl("fn", LibraryKernel.of(kernel));
      assertThat(process.call("_test::fn", "a").string(0)).isEqualTo(answer);
      assertThat(kernel.signature().map(KernelSignature::toString).orElse("(str) -> str"))
          .isEqualTo("(str) -> str");
    }
    assertThat(dispatcher.operators()).isEmpty();
  }

  @Test
  void testDelayedListener() {
    List<String> heard = new ArrayList<>();
    Registration listening =
        dispatcher.listen(
            new OperatorListener() {
              @Override
              public void defined(OperatorSchema schema) {
                heard.add("+" + schema.name());
              }

              @Override
              public void undefined(OperatorSchema schema) {
                heard.add("-" + schema.name());
              }
            });
    process.implement("_test", DispatchKey.CPU).impl("fn", process.noting("CPU"));
    assertThat(heard).isEmpty();
    LibraryBlock definition = process.define("_test").def(SCHEMA);
    assertThat(heard).containsExactly("+_test::fn");
    definition.close();
    assertThat(heard).containsExactly("+_test::fn", "-_test::fn");
    listening.close();
    process.define("_test").def(SCHEMA);
    assertThat(heard).hasSize(2);
  }

  @Test
  void testImplNoDefGetsCaught() {
    LibraryBlock early = process.implement("_test", null).impl("fn", process.noting("kernel"));
    assertThat(dispatcher.dangling()).containsExactly(OperatorName.parse("_test::fn"));
    process.define("_test").def(SCHEMA);
    assertThat(dispatcher.dangling()).isEmpty();
    early.close();
    assertThat(dispatcher.dangling()).isEmpty();
  }
}
