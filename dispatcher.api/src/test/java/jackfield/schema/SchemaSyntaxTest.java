package jackfield.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaSyntaxTest {
  @Test
  void theMessageMarksTheErrorAndSuggestsAFix() {
    SchemaSyntax error = refusal("t::foo(Tensor x,\n  double y) -> ()");

    assertThat(error)
        .hasMessage(
            """
            unknown type at line 2, column 3
                double y) -> ()
                ^^^^^^
              found      double
              expected   a type such as Tensor, Tensor?, Tensor[], Scalar, int, SymInt, float, bool, str
              try        float, which is a double in schemas\
            """);
    assertThat(error.line()).isEqualTo(2);
    assertThat(error.text()).startsWith("t::foo");
  }

  @Test
  void aMistypedTypeGetsASuggestion() {
    assertThat(refusal("foo(Tenosr x) -> ()")).hasMessageContaining("try        Tensor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Future(%s)", "(%s)", "Union(%s, Tensor)", "%s[]", "Dict(str, %s)"})
  void typesNestedTooDeepAreRefusedHoweverDeep(String nesting) {
    for (int depth : new int[] {100, 1_438, 20_000}) {
      String[] around = nesting.split("%s", -1);
      String text = "f(" + around[0].repeat(depth) + "int" + around[1].repeat(depth) + " x) -> ()";
      assertThat(refusal(text).expected()).contains("at most 64 deep");
    }
  }

  @Test
  void anErrorAtTheEndOfTheTextIsMarkedToo() {
    SchemaSyntax error = refusal("foo(Tensor x) ->");

    assertThat(error.found()).isEqualTo("the end of the text");
    assertThat(error.column()).isEqualTo(17);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "foo(Tensor x) - > () ; SYNTAX ; 15",
        "foo(Tensor in) -> () ; SYNTAX ; 12",
        "foo(Tensor $x) -> () ; SYNTAX ; 12",
        "foo(str x='a) -> () ; SYNTAX ; 11",
        "foo(str x='\\x41') -> () ; SYNTAX ; 11",
        "foo(str x='\\8') -> () ; SYNTAX ; 11",
        "foo(int[99999999999] x) -> () ; SYNTAX ; 9",
        "foo(Tensor(*|a) x) -> () ; SYNTAX ; 14",
        "foo(Future(int)(a) x) -> () ; SYNTAX ; 16",
        "foo(__torch__.classes.a.B x) -> () ; SYNTAX ; 15",
        "foo.1(Tensor x) -> () ; SYNTAX ; 4",
        "aten::foo(Dict(nt, t) x) -> () ; SYNTAX ; 16",
        "aten::foo(Dict(float?, t) x) -> () ; SYNTAX ; 16",
        "foo(Dict(Tensor[], int) x) -> () ; SYNTAX ; 10",
        "foo(Dict((int, int), int) x) -> () ; SYNTAX ; 10",
        "foo(Tensor?(a) x) -> () ; SYNTAX ; 12",
        "foo(Tensor($a! -> ) x) -> () ; SYNTAX ; 12",
        "foo(Dimname x) -> () ; UNKNOWN_TYPE ; 5",
        "foo(t x) -> () ; UNKNOWN_TYPE ; 5",
        "foo(int x=word) -> () ; INVALID_DEFAULT ; 11",
        "foo(int x=9223372036854775808) -> () ; INVALID_DEFAULT ; 11",
        "foo(float x=1e999) -> () ; INVALID_DEFAULT ; 13",
        "foo(float x=1e-999) -> () ; INVALID_DEFAULT ; 13",
        "foo(complex x=1) -> () ; INVALID_DEFAULT ; 15",
        "foo(int[] x=[1.5]) -> () ; INVALID_DEFAULT ; 13",
        "foo(int[1000000] x=1) -> () ; INVALID_DEFAULT ; 20",
        "foo(str[] x=['a']) -> () ; INVALID_DEFAULT ; 13",
        "foo(Any x=None) -> () ; INVALID_DEFAULT ; 11",
        "foo(Device x='moon') -> () ; INVALID_DEFAULT ; 14",
        "foo(Device x='cuda:200') -> () ; INVALID_DEFAULT ; 14",
        "foo(int x=1, int y) -> () ; DEFAULT_ORDER ; 4",
        "foo(..., int x) -> () ; VARARG ; 10",
        "foo(int x=1, ...) -> () ; VARARG ; 17",
        "foo() -> (..., int) ; VARARG ; 16",
        "foo(None? x) -> () ; UNION_OF_ONE ; 9",
        "foo(Union(int, int) x) -> () ; UNION_OF_ONE ; 5",
        "foo.default(Tensor x) -> () ; ILLEGAL_OVERLOAD_NAME ; 5",
        "foo.__init__ ; ILLEGAL_OVERLOAD_NAME ; 5",
        "foo ; SCHEMA_EXPECTED ; 4"
      })
  void everyMistakeHasItsKindAndColumn(String text, SchemaSyntax.Kind kind, int column) {
    SchemaSyntax error = refusal(text);

    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error.column()).isEqualTo(column);
    assertThat(error).message().contains("expected", "try");
  }

  @Test
  void aSchemaIsNoName() {
    SchemaSyntax error =
        catchThrowableOfType(SchemaSyntax.class, () -> OperatorName.parse("foo(t x) -> ()"));

    assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.OPERATOR_NAME_EXPECTED);
  }

  @Test
  void classesOutsideTheDialectAreRefused() {
    String text = "foo(__torch__.torch.classes.a.B x) -> ()";
    SchemaDialect strict = new SchemaDialect(false, _ -> false);

    assertThat(OperatorSchema.parse(text)).hasToString(text);
    SchemaSyntax error =
        catchThrowableOfType(SchemaSyntax.class, () -> OperatorSchema.parse(text, strict));
    assertThat(error.kind()).isEqualTo(SchemaSyntax.Kind.UNKNOWN_TYPE);
    assertThat(error.found()).isEqualTo("B");
  }

  private static SchemaSyntax refusal(String text) {
    return catchThrowableOfType(SchemaSyntax.class, () -> OperatorSchema.parse(text));
  }
}
