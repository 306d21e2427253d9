package jackfield.backend.cpu.loops.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.tensor.DType;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TemplateTest {
  private static final int LONGEST_INLINED = 325; // HotSpot's FreqInlineSize

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ArithmeticLoop",
        "ComparisonLoop",
        "SelectionLoop",
        "fold.FoldingLoop",
        "fold.WholeFoldingLoop",
        "matrix.RegisterTile",
        "matrix.VectorProductLoop"
      })
  void loopsOfVectorsAreTooLongToBeInlined(String template) throws Exception {
    int longest = 0;
    String name = "jackfield.backend.cpu.loops." + template;
    Class<?> loop = Class.forName(name, false, getClass().getClassLoader());
    for (MethodModel method : Template.model(loop).methods()) {
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
        .isNotEqualTo(PointwiseLoops.mul().of(DType.FLOAT32).getClass());
  }

  @Test
  @Tag("thorough")
  void twoThreadsMakeCopiesOfOneTemplateAtATime() throws Exception {
    for (int round = 0; round < 2000; round++) {
      Template<LongConsumer> template = new Template<>(MethodHandles.lookup(), Twice.class);
      AtomicInteger absent = new AtomicInteger(2);
      CompletableFuture<LongConsumer> other =
          CompletableFuture.supplyAsync(
              () -> copy(template, absent), task -> new Thread(task, "copies").start());
      assertThat(copy(template, absent)).isNotNull();
      assertThat(other.get()).isNotNull();
    }
  }

  // Spins, since threads that are woken from a wait start one after the other.
  private static LongConsumer copy(Template<LongConsumer> template, AtomicInteger absent) {
    absent.decrementAndGet();
    while (absent.get() > 0) {
      Thread.onSpinWait();
    }
    return template.stamp(Lanes.of(DType.FLOAT32), "");
  }

  @Test
  void anOperationThatDoesNotExistIsRefused() {
    Template<LongConsumer> template = new Template<>(MethodHandles.lookup(), Applied.class);
    assertThatThrownBy(() -> template.stamp(Lanes.of(DType.FLOAT32), "cube"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no method 'cube' fills the blank apply");
  }
}
