package jackfield.opgen.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnsupportedType;
import jackfield.schema.OperatorSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JavaDefaultsTest {
  private static final Place PLACE = new Place("defaults.yaml", 1);

  private static String expression(String argument) {
    OperatorSchema schema = OperatorSchema.parse("aten::f(" + argument + ") -> ()");
    return JavaDefaults.of(schema.arguments().getFirst(), PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int x=-1 | -1",
        "int x=9223372036854775807 | 9223372036854775807L",
        "int? x=None | null",
        "int? x=5 | 5L",
        "SymInt x=-100 | -100",
        "float x=1e-05 | 1.0E-5",
        "float x=2 | 2.0",
        "bool x=True | true",
        "Scalar x=1 | Scalar.ONE",
        "Scalar x=0 | Scalar.ZERO",
        "Scalar x=2 | Scalar.of(2L)",
        "Scalar x=0.5 | Scalar.of(0.5)",
        "int[2] x=1 | new long[] {1, 1}",
        "int[] x=[] | new long[] {}",
        "int[2] x=[0, 3] | new long[] {0, 3}",
        "bool[3] x=[True, False, True] | new boolean[] {true, false, true}",
        "ScalarType x=long | DType.INT64",
        "ScalarType? x=None | null",
        "MemoryFormat? x=contiguous_format | MemoryFormat.CONTIGUOUS",
        "Layout x=strided | Layout.STRIDED",
        "str x=\"none\" | \"none\"",
        "Generator? x=None | null",
      })
  void defaultsAreWrittenInTheJavaTypeOfTheirArgument(String argument, String java) {
    assertThat(expression(argument)).isEqualTo(java);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Stream x", "int[][] x", "Dict(str, int) x"})
  void typesThatHaveNoJavaAreRefused(String argument) {
    OperatorSchema schema = OperatorSchema.parse("aten::f(" + argument + ") -> ()");
    UnsupportedType error =
        catchThrowableOfType(
            UnsupportedType.class, () -> JavaTypes.of(schema.arguments().getFirst(), PLACE));
    assertThat(error.argument()).isEqualTo(argument);
  }
}
