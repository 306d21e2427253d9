package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.tensor.DType;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
  private static final int LONGEST_INLINED = 325; // HotSpot's FreqInlineSize

  @ParameterizedTest
  @ValueSource(
      classes = {
        ArithmeticLoop.class,
        ComparisonLoop.class,
        SelectionLoop.class,
        FoldingLoop.class,
        RegisterTile.class,
        ZippingStrip.class
      })
  void loopsOfVectorsAreTooLongToBeInlined(Class<?> template) {
    int longest = 0;
    for (MethodModel method : Template.model(template).methods()) {
      longest =
          Math.max(longest, method.findAttribute(Attributes.code()).orElseThrow().codeLength());
    }
    assertThat(longest).isGreaterThan(LONGEST_INLINED);
  }

  @Test
  void copiesAreClassesOfTheirOwn() {
    ByType<PointwiseLoop> add = PointwiseLoops.add();
    assertThat(add.of(DType.FLOAT32)).isSameAs(add.of(DType.FLOAT32));
    assertThat(add.of(DType.FLOAT32).getClass())
        .isNotEqualTo(add.of(DType.FLOAT64).getClass())
        .isNotEqualTo(PointwiseLoops.mul().of(DType.FLOAT32).getClass())
        .isNotEqualTo(ArithmeticLoop.class);
  }

  @Test
  void anOperationThatDoesNotExistIsRefused() {
    Template<PointwiseLoop> template = new Template<>(ArithmeticLoop.class);
    assertThatThrownBy(() -> template.stamp(Lanes.of(DType.FLOAT32), "cube", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no method 'cube' fills the blank apply");
  }
}
