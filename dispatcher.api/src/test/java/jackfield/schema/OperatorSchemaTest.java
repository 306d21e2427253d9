package jackfield.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.schema.SchemaCompatibility.Incompatible;
import jackfield.schema.SchemaCompatibility.Reason;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorSchemaTest {
  @Test
  void aNameHasANamespaceABaseAndAnOverload() {
    OperatorName name = OperatorName.parse("aten::add.Tensor");

    assertThat(name).isEqualTo(new OperatorName("aten::add", "Tensor"));
    assertThat(name.namespace()).isEqualTo("aten");
    assertThat(name.base()).isEqualTo("add");
    assertThat(name).hasToString("aten::add.Tensor");
    assertThat(OperatorName.parse("add").namespace()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t::f() -> ()",
        "t::f.out(Tensor self, *, Scalar alpha=1.5, Tensor(a!) out) -> Tensor(a!)",
        "f.int(int a, ...) -> ...",
        "_f(float[2] x=[1., 2.]) -> (Tensor values, Tensor indices)"
      })
  void aDeferredSchemaEqualsTheParsedOne(String text) {
    OperatorSchema parsed = OperatorSchema.parse(text);

    assertThat(OperatorSchema.deferred(text).name()).isEqualTo(parsed.name());
    assertThat(OperatorSchema.deferred(text)).isEqualTo(parsed).hasSameHashCodeAs(parsed);
    assertThat(OperatorSchema.deferred(text)).hasToString(parsed.toString());
    assertThat(OperatorSchema.deferred(text).isVararg()).isEqualTo(parsed.isVararg());
    assertThat(OperatorSchema.deferred(text).isVarret()).isEqualTo(parsed.isVarret());
  }

  @Test
  void aDeferredSchemaKeepsItsPartsUnderAnotherName() {
    OperatorSchema schema = OperatorSchema.deferred("t::f(int a) -> int");

    assertThat(schema.withName(new OperatorName("u::g", "x")))
        .hasToString("u::g.x(int a) -> int")
        .isEqualTo(OperatorSchema.parse("u::g.x(int a) -> int"));
    assertThat(schema.withAliasAnalysis(AliasAnalysis.PURE_FUNCTION).declaredAliasAnalysis())
        .contains(AliasAnalysis.PURE_FUNCTION);
  }

  @Test
  void aMistakeInADeferredSchemaIsFoundWhenAPartIsAskedFor() {
    OperatorSchema broken = OperatorSchema.deferred("t::f(Tensor) -> Tensor");

    assertThat(broken.name()).hasToString("t::f");
    assertThat(catchThrowableOfType(SchemaSyntax.class, broken::arguments).kind())
        .isEqualTo(SchemaSyntax.Kind.SYNTAX);
    assertThat(
            catchThrowableOfType(SchemaSyntax.class, () -> OperatorSchema.deferred("t::f")).kind())
        .isEqualTo(SchemaSyntax.Kind.SCHEMA_EXPECTED);
  }

  @Test
  void moreArgumentsThanANumberAreFoundWithAndWithoutParsing() {
    String text = "t::f(int[] a=[1, 2, 3], *, int b=4) -> ()";

    for (OperatorSchema schema :
        List.of(OperatorSchema.deferred(text), OperatorSchema.parse(text))) {
      assertThat(IntStream.range(0, 8).filter(schema::hasMoreArgumentsThan).boxed())
          .containsExactly(0, 1);
    }
  }

  @Test
  void aDeclarationIsANameOrASchema() {
    assertThat(OperatorDeclaration.parse("t::foo")).isInstanceOf(OperatorName.class);
    assertThat(OperatorDeclaration.parse("t::foo() -> ()")).isInstanceOf(OperatorSchema.class);
    assertThat(OperatorDeclaration.parse("t::foo() -> ()").operatorName()).hasToString("t::foo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t::f(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
        "t::f(Tensor(a!)[] self, int[2] size=1, int? dim=None, float p=0.10000000000000001) -> ()",
        "t::f((int, str) x, Dict(str, Tensor[])? y, ...) -> ((Tensor, int)[])",
        "t::f(Future(Tensor) x, Await(int) y, RRef(Tensor) z) -> ...",
        "t::f(Union(Tensor, int, str) x, Union(Scalar) y) -> (Tensor, ...)",
        "t::f(__torch__.torch.classes.ns.Packed x, Tensor(a -> *) y) -> Tensor(*)",
        "t::f(str x=\"a\\n\\\"\\'\\\\ \\001\") -> ()"
      })
  void canonicalTextsReadAndPrintUnchanged(String text) {
    assertThat(OperatorSchema.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float x=1e16 | 10000000000000000.",
        "float x=1e17 | 1e+17",
        "float x=-0. | -0.",
        "float x=1e-5 | 1.0000000000000001e-05",
        "float x=0.0001 | 0.0001",
        "float x=0x10 | 16.",
        "int x=0x10 | 0",
        "int x=1E3 | 1",
        "complex x=15 | 0.+1.j",
        "complex x=-2j | 0.-2.j",
        "ScalarType x=bfloat16 | 15",
        "Layout x=strided | 0",
        "int[2] x=[long, 1] | [4, 1]",
        "SymInt[2] x=1 | [1, 1]",
        "int[2]? x=3 | 3",
        "bool[2] x=True | [True, True]",
        "Device x=\"cuda:1\" | \"cuda:1\"",
        "int x=\"a\" | \"a\""
      })
  void defaultsPrintAsTheirValue(String argument, String printed) {
    OperatorSchema schema = OperatorSchema.parse("f(" + argument + ") -> ()");

    assertThat(schema.toString()).endsWith("x=" + printed + ") -> ()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aten::relu(Tensor s) -> nso!",
        "f(Tensor! x, Tensor![] y, Tensor(a!) z) -> (Tensor!, Tensor(a!))",
        "aten::f(Tensor s, int chunksstr=\"a\") -> ()",
        "f(Device x=\"cpu\", str? y='\"') -> ()",
        "f(complex x=1j, complex y=-2.5j, complex[] z=[1j, 2j]) -> ()",
        "f(int[] x=[1, 1], int[2] y=[1, 1], int[3] z=[1, 1]) -> ()",
        "f(Tensor(a)?[] x, Tensor(a)[](b)[](c)? y, Tensor(a|*)[2] z) -> ((int, str)[])",
        "f(float x=strided, complex y=long, float[] z=[long], float? w=long) -> ()"
      })
  void theTextOfASchemaReadsAsTheSameSchema(String text) {
    OperatorSchema schema = OperatorSchema.parse(text);
    OperatorSchema again = OperatorSchema.parse(schema.toString());

    assertThat(again).isEqualTo(schema).hasToString(schema.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo \\\n() -> ()",
        "\n  foo() -> () # says what",
        "foo( # first\n) -> ()\n\n",
        "foo(\n) -> ()"
      })
  void blanksAndCommentsMayStandBetweenTokens(String text) {
    assertThat(OperatorSchema.parse(text)).hasToString("foo() -> ()");
  }

  @Test
  void tensorsInListsAndOptionalsTakePartInDispatchAndNothingElse() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "f(Tensor a, Tensor? b, Tensor[] c, Tensor?[] d, Tensor[]? e, Any f, (Tensor, int) g,"
                + " Generator h, Dict(str, Tensor) i, int j, Tensor[][] k) -> Tensor");

    assertThat(schema.dispatchArguments()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void realTypesPrintAndFakeTypesAreCompared() {
    OperatorSchema real = OperatorSchema.parse("f(SymInt[] size, ScalarType? t) -> SymInt");
    OperatorSchema fake = OperatorSchema.parse("f(int[] size, int? t) -> int");

    assertThat(real).isEqualTo(fake).hasSameHashCodeAs(fake);
    assertThat(real.toString()).contains("SymInt[] size");
    assertThat(real.firstDifference(fake)).isEmpty();
    assertThat(real.arguments().getFirst().fakeType()).isEqualTo(new ListOf(Basic.INT));
  }

  @Test
  void aKernelOfPlainIntsFitsSymbolicArgumentsButNotReturns() {
    OperatorSchema inferred = OperatorSchema.inferred(List.of(Basic.INT), List.of(Basic.INT));
    OperatorSchema argument = OperatorSchema.parse("f(SymInt x) -> int");
    OperatorSchema returned = OperatorSchema.parse("f(SymInt x) -> SymInt");

    assertThat(inferred).hasToString("(int _0) -> int _0");
    assertThat(argument.differenceFromKernel(inferred, false)).isEmpty();
    assertThat(argument.differenceFromKernel(inferred, true))
        .contains(new SchemaDifference.ArgumentType(1, Basic.SYM_INT, Basic.INT));
    assertThat(returned.differenceFromKernel(inferred, false))
        .contains(new SchemaDifference.ReturnType(1, Basic.SYM_INT, Basic.INT));
  }

  @Test
  void countsAreComparedBeforeTypes() {
    OperatorSchema defined = OperatorSchema.parse("f(Tensor x, int y) -> Tensor");

    assertThat(defined.firstDifference(OperatorSchema.parse("f(int x) -> ()")))
        .contains(new SchemaDifference.ArgumentCount(2, 1));
    assertThat(defined.firstDifference(OperatorSchema.parse("f(int x, int y) -> ()")))
        .contains(new SchemaDifference.ReturnCount(1, 0));
  }

  @Test
  void aliasAnalysisIsConservativeUntilDeclaredAndNoPartOfEquality() {
    OperatorSchema schema = OperatorSchema.parse("f(Tensor x) -> Tensor");
    OperatorSchema declared = schema.withAliasAnalysis(AliasAnalysis.PURE_FUNCTION);

    assertThat(schema.aliasAnalysis()).isEqualTo(AliasAnalysis.CONSERVATIVE);
    assertThat(declared.declaredAliasAnalysis()).contains(AliasAnalysis.PURE_FUNCTION);
    assertThat(declared).isEqualTo(schema);
  }

  @Test
  void onlyWrittenArgumentsMakeASchemaMutable() {
    assertThat(OperatorSchema.parse("f(Tensor(a!) x) -> ()").isMutable()).isTrue();
    assertThat(OperatorSchema.parse("f(Tensor(a!)[] x) -> ()").isMutable()).isTrue();
    assertThat(OperatorSchema.parse("f(Tensor(a) x) -> Tensor(a!)").isMutable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "g(Tensor x) -> Tensor | NAME | NAME",
        "f(Tensor x, ...) -> Tensor | VARIADIC | VARIADIC",
        "f(Tensor x) -> (Tensor, Tensor) | RETURN_COUNT | RETURN_COUNT",
        "f() -> Tensor | ARGUMENT_COUNT | OUT_COUNT",
        "f(Tensor x, *, Tensor(a!) out) -> Tensor? | RETURN | null",
        "f(Tensor y, *, Tensor(a!) out) -> Tensor | ARGUMENT | ARGUMENT",
        "f(Tensor x, int y, *, Tensor(a!) out) -> Tensor | MISSING_DEFAULT | MISSING_DEFAULT",
        "f(Tensor x, int[2] y=1, *, Tensor(a!) out) -> Tensor | null | CONTAINER_DEFAULT",
        "f(Tensor x, int y=1, *, Tensor(a!) out) -> Tensor | null | null",
        "f(Tensor x, *, Tensor(b!) out) -> Tensor | OUT_ARGUMENT | OUT_ARGUMENT"
      })
  void incompatibilityNamesItsReason(String text, String backward, String forward) {
    OperatorSchema older = OperatorSchema.parse("f(Tensor x, *, Tensor(a!) out) -> Tensor");
    OperatorSchema newer = OperatorSchema.parse(text);

    assertThat(reasonOf(newer.backwardCompatibilityWith(older))).isEqualTo(backward);
    assertThat(reasonOf(newer.forwardCompatibilityWith(older))).isEqualTo(forward);
  }

  @Test
  void aThousandArgumentsAreRead() {
    String arguments =
        IntStream.range(0, 1000).mapToObj(i -> "Tensor x" + i).collect(Collectors.joining(", "));

    assertThat(OperatorSchema.parse("f(" + arguments + ") -> ()").dispatchArguments())
        .hasSize(1000);
  }

  private static String reasonOf(SchemaCompatibility compatibility) {
    Optional<Reason> reason =
        compatibility instanceof Incompatible incompatible
            ? Optional.of(incompatible.reason())
            : Optional.empty();
    return reason.map(Reason::name).orElse("null");
  }
}
