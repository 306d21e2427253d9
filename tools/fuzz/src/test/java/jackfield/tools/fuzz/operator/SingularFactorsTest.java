package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SingularFactorsTest {
  private static final double[] IDENTITY = {1, 0, 0, 1};

  private static Content matrix(double... values) {
    return Content.of(HostData.tensor(values, 2, 2));
  }

  private static boolean agree(List<Object> expected, List<Object> found) {
    List<Object> one = SingularFactors.compared(expected);
    List<Object> other = SingularFactors.compared(found);
    for (int i = 0; i < one.size(); i++) {
      Content content = (Content) one.get(i);
      if (!content.agreesWith((Content) other.get(i), 1, DType.FLOAT64)) {
        return false;
      }
    }
    return one.size() == other.size();
  }

  private static List<Object> factors(Content u, double large, double small, Content vh) {
    return List.of(u, Content.of(HostData.tensor(new double[] {large, small}, 2)), vh);
  }

  private final List<Object> expected = factors(matrix(IDENTITY), 3, 2, matrix(IDENTITY));

  @Test
  void otherSignsOfBothVectorsAgree() {
    assertThat(agree(expected, factors(matrix(-1, 0, 0, 1), 3, 2, matrix(-1, 0, 0, 1)))).isTrue();
  }

  @Test
  void anotherProductDiffers() {
    assertThat(agree(expected, factors(matrix(-1, 0, 0, 1), 3, 2, matrix(IDENTITY)))).isFalse();
    assertThat(agree(expected, factors(matrix(IDENTITY), 3, 1, matrix(IDENTITY)))).isFalse();
  }

  @Test
  void vectorsThatAreNotOrthonormalDiffer() {
    assertThat(agree(expected, factors(matrix(2, 0, 0, 1), 3, 2, matrix(0.5, 0, 0, 1)))).isFalse();
  }

  @Test
  void theRuleIsForDecompositionsWithVectors() {
    assertThat(SingularFactors.areOf(new OperatorName("aten::_linalg_svd", "U"))).isTrue();
    assertThat(SingularFactors.areOf(new OperatorName("aten::linalg_svd", ""))).isTrue();
    assertThat(SingularFactors.areOf(new OperatorName("aten::linalg_svdvals", ""))).isFalse();
  }
}
