package jackfield.aten.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.aten.composite.Numbers;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TypePromotionTest {
  private static final int FEWEST_ROWS = 40;
  private static JsonNode recorded;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in = TypePromotionTest.class.getResourceAsStream("/ops/promote.json")) {
      recorded = new ObjectMapper().readTree(in);
    }
  }

  @Test
  void typesPromoteAsRecorded() {
    assertThat(differences("promote_types", (a, b) -> type(a).promote(type(b)))).isEmpty();
  }

  @Test
  void resultsAreCastAsRecorded() {
    assertThat(differences("can_cast", (a, b) -> type(a).isCastableTo(type(b)))).isEmpty();
  }

  @Test
  void tensorsPromoteAsRecorded() {
    assertThat(differences("result_type_dim_dim", (a, b) -> result(vector(a), vector(b))))
        .isEmpty();
    assertThat(differences("result_type_dim_zero", (a, b) -> result(vector(a), zero(b)))).isEmpty();
    assertThat(differences("result_type_zero_zero", (a, b) -> result(zero(a), zero(b)))).isEmpty();
  }

  @Test
  void numbersPromoteAsRecorded() {
    assertThat(
            differences(
                "result_type_dim_scalar", (a, b) -> TypePromotion.resultType(vector(a), number(b))))
        .isEmpty();
    assertThat(
            differences(
                "result_type_zero_scalar", (a, b) -> TypePromotion.resultType(zero(a), number(b))))
        .isEmpty();
  }

  @Test
  void wrappedNumbersPromoteAsNumbers() {
    assertThat(
            differences(
                "result_type_dim_scalar", (a, b) -> result(vector(a), Numbers.wrapped(number(b)))))
        .isEmpty();
    assertThat(
            differences(
                "result_type_zero_scalar", (a, b) -> result(Numbers.wrapped(number(b)), zero(a))))
        .isEmpty();
  }

  @Test
  void theOrderOfTensorsInAListDoesNotMatter() {
    Tensor[] list = {zero("float64"), vector("int8"), zero("int64"), vector("uint8")};
    Tensor[] reversed = {list[3], list[2], list[1], list[0]};

    assertThat(TypePromotion.resultType(list)).isEqualTo(DType.FLOAT64);
    assertThat(TypePromotion.resultType(reversed)).isEqualTo(DType.FLOAT64);
  }

  @Test
  void numbersAmongThemselvesGiveDefaultTypes() {
    assertThat(TypePromotion.resultType(Scalar.of(1L), Scalar.of(true))).isEqualTo(DType.INT64);
    assertThat(TypePromotion.resultType(Scalar.of(1L), Scalar.of(0.5))).isEqualTo(DType.FLOAT32);
    assertThat(TypePromotion.resultType(Scalar.of(0, 1), Scalar.of(0.5)))
        .isEqualTo(DType.COMPLEX64);
  }

  private static List<String> differences(String table, BiFunction<String, String, Object> asked) {
    List<String> differences = new ArrayList<>();
    int rows = 0;
    for (JsonNode row : recorded.get(table)) {
      if (!row.toString().contains("complex32")) {
        rows++;
        Object found = asked.apply(row.get(0).asText(), row.get(1).asText());
        if (!found.toString().equals(row.get(2).asText())) {
          differences.add(row + " but found " + found);
        }
      }
    }
    assertThat(rows).as("rows of " + table).isGreaterThan(FEWEST_ROWS);
    return differences;
  }

  private static DType result(Tensor self, Tensor other) {
    return TypePromotion.resultType(self, other);
  }

  private static DType type(String name) {
    return DType.ofName(name);
  }

  private static Tensor vector(String type) {
    return HostData.empty(type(type), 2);
  }

  private static Tensor zero(String type) {
    return HostData.empty(type(type));
  }

  private static Scalar number(String sort) {
    return switch (sort) {
      case "bool" -> Scalar.of(true);
      case "int" -> Scalar.of(2L);
      case "float" -> Scalar.of(0.5);
      default -> Scalar.of(1, 2);
    };
  }
}
