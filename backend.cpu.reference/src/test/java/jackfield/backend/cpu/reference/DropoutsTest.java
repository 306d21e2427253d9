package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dropout of elements and of channels. */
final class DropoutsTest {
  private static final int MANY = 10_000;

  private final Aten aten = Plugged.aten();

  @BeforeEach
  void seed() {
    aten.manualSeed(Long.getLong("dropout.seed", 1));
  }

  @Test
  void outsideOfTrainingTheInputIsReturned() {
    Tensor x = vector(1, 2);
    assertThat(aten.dropout(x, 0.5, false)).isSameAs(x);
    assertThat(aten.alphaDropout(x, 0, true)).isSameAs(x);
    assertThatThrownBy(() -> aten.dropout(x, 1.5, false)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.dropout_(x, Double.NaN, true))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void elementsAreDroppedOrScaled() {
    Tensor x = aten.ones(new long[] {MANY}, DType.FLOAT64);
    assertThat(aten.dropout_(x, 0.75, true)).isSameAs(x);
    assertThat(distinct(x)).containsExactly(0.0, 4.0);
    assertThat(mean(x)).isEqualTo(1, within(0.1));
  }

  @Test
  void channelsAreDroppedAsAWhole() {
    Tensor dropped =
        aten.featureDropout(aten.ones(new long[] {50, 40, 3}, DType.FLOAT64), 0.5, true);
    double[] values = elements(dropped);
    for (int i = 0; i < values.length; i += 3) {
      assertThat(distinct(Arrays.copyOfRange(values, i, i + 3))).hasSize(1);
    }
    assertThat(distinct(dropped)).containsExactly(0.0, 2.0);
  }

  @Test
  void alphaDropoutKeepsMeanAndVariance() {
    Tensor x = aten.randn(new long[] {MANY}, DType.FLOAT64);
    Tensor dropped = aten.alphaDropout(x, 0.4, true);
    assertThat(mean(dropped)).isEqualTo(0, within(0.1));
    assertThat(elements(aten.var(dropped))[0]).isEqualTo(1, within(0.1));
  }

  private double mean(Tensor tensor) {
    return elements(aten.mean(tensor))[0];
  }

  private static Set<Double> distinct(Tensor tensor) {
    return distinct(elements(tensor));
  }

  private static Set<Double> distinct(double... values) {
    Set<Double> distinct = new TreeSet<>();
    for (double value : values) {
      distinct.add(value);
    }
    return distinct;
  }
}
