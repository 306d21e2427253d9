package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.tensor.DType;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
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
        VectorProductLoop.class,
        ZippingStrip.class
      })
  void loopsOfVectorsAreTooLongToBeInlined(Class<?> template) {
    int longest = 0;
    for (MethodModel method : Template.model(Template.bytecode(template)).methods()) {
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
  @Tag("thorough")
  void twoThreadsMakeCopiesOfOneTemplateAtATime() throws Exception {
    for (int round = 0; round < 2000; round++) {
      Template<StripLoop> template = new Template<>(ZippingStrip.class);
      AtomicInteger absent = new AtomicInteger(2);
      CompletableFuture<StripLoop> other =
          CompletableFuture.supplyAsync(
              () -> copy(template, absent), task -> new Thread(task, "copies").start());
      assertThat(copy(template, absent)).isNotNull();
      assertThat(other.get()).isNotNull();
    }
  }

  // Spins, since threads that are woken from a wait start one after the other.
  private static StripLoop copy(Template<StripLoop> template, AtomicInteger absent) {
    absent.decrementAndGet();
    while (absent.get() > 0) {
      Thread.onSpinWait();
    }
    return template.stamp(Lanes.of(DType.FLOAT32), "");
  }

  @Test
  void anOperationThatDoesNotExistIsRefused() {
    Template<PointwiseLoop> template = new Template<>(ArithmeticLoop.class);
    assertThatThrownBy(() -> template.stamp(Lanes.of(DType.FLOAT32), "cube", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no method 'cube' fills the blank apply");
  }
}
