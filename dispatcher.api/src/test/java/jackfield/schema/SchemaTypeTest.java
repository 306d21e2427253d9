package jackfield.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.SchemaType.UnionOf;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Union(int, None) | int?",
        "Union(None, Tensor[]) | Tensor[]?",
        "Union(Scalar, None) | Scalar?",
        "Union(int, float, complex, None) | Scalar?",
        "Union(int, float, complex) | Union(Scalar)",
        "Union(str, int, float) | Union(float, int, str)",
        "Union(Scalar, Tensor) | Union(Tensor, Scalar)",
        "Union(int, Union(str, int)) | Union(int, str)",
        "Union(int?, str) | Union(int, NoneType, str)",
        "Union(int, str, None)? | Union(int, str)?",
        "Union((int, None), (None, str), Tensor) | Union(Tensor, (int?, str?))",
        "Union(Future(int), Future(Scalar), int) | Union(Future(Scalar), int)",
        "Tensor??? | Tensor?",
        "(SymInt, Layout) | (int, int)",
        "Dict(str, ScalarType) | Dict(str, int)",
        "ConstQuantizerPtr | int"
      })
  void typesSimplify(String text, String simplified) {
    assertThat(typeOf(text)).hasToString(simplified);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int | Scalar | true",
        "bool | Scalar | false",
        "Scalar | int | false",
        "Tensor[] | Any | true",
        "Tensor | Tensor? | true",
        "Tensor? | Tensor | false",
        "None | Tensor? | true",
        "int? | Scalar? | true",
        "Tensor[] | Tensor?[] | false",
        "(int, Tensor) | (Scalar, Tensor?) | true",
        "(int, Tensor) | (int, Tensor, int) | false",
        "Future(int) | Future(Scalar) | true",
        "Await(int) | Await(Scalar) | true",
        "RRef(int) | RRef(str) | false",
        "int | Union(int, str) | true",
        "Union(int, str) | Union(int, str, Tensor) | true",
        "Union(int, str) | int | false",
        "Union(int, float) | Scalar | true",
        "Scalar | Union(int, float, complex, str) | true",
        "Scalar | Union(int, float, str) | false",
        "int? | Union(int, str, None) | true",
        "int? | Union(int, str) | false",
        "Dict(str, int) | Dict(str, Scalar) | false",
        "__torch__.torch.classes.a.B | AnyClassType | true",
        "t | t | true",
        "t | t1 | false"
      })
  void subtypesAreAcceptedForTheirSupertypes(String type, String other, boolean isSubtype) {
    assertThat(typeOf(type).isSubtypeOf(typeOf(other))).isEqualTo(isSubtype);
  }

  @Test
  void unionsNeedTwoTypes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SchemaType.union(List.of(Basic.INT, Basic.INT)));
    assertThatIllegalArgumentException().isThrownBy(() -> new OptionalOf(Basic.NONE));
  }

  @Test
  void aSymbolHasNoValue() {
    assertThat(SymInt.symbol("s0").isSymbolic()).isTrue();
    assertThatThrownBy(() -> new SymInt(3, "s0"))
        .isInstanceOf(InvalidArgument.class)
        .hasMessage("SymInt: value is 3 for the symbol s0; give 0");
  }

  @Test
  void theOrderOfUnionMembersDoesNotMatter() {
    assertThat(new UnionOf(List.of(Basic.STR, Basic.INT)))
        .isEqualTo(new UnionOf(List.of(Basic.INT, Basic.STR)));
  }

  private static SchemaType typeOf(String text) {
    String schema = "f(" + text + " x) -> ()";
    return OperatorSchema.parse(schema, SchemaDialect.WITH_TYPE_VARIABLES)
        .arguments()
        .getFirst()
        .fakeType();
  }
}
