package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.ConvolutionBackward;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ConvolutionKernelsTest {
  private static final long[] ONE = {1};
  private static final long[] ZERO = {0};
  private static final boolean[] ALL = {true, true, true};

  private final Aten aten = Plugged.aten();

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void everyTypeIsConvolved(DType type) {
    Tensor input = tensor(type, sizes(1, 1, 4), 1, 2, 3, 4);
    Tensor weight = tensor(type, sizes(1, 1, 2), 2, 1);

    Tensor found = aten.conv1d(input, weight, vector(type, 5));

    assertThat(found.dtype()).isEqualTo(type);
    assertThat(elements(found)).containsExactly(9, 12, 15);
  }

  @Test
  void paddingIsZeroAndWindowsAreReadForwards() {
    Tensor input = tensor(DType.FLOAT64, sizes(1, 1, 3), 1, 2, 3);
    Tensor weight = tensor(DType.FLOAT64, sizes(1, 1, 3), 1, 10, 100);

    Tensor found = aten.conv1d(input, weight, null, ONE, new long[] {2});

    assertThat(elements(found)).containsExactly(100, 210, 321, 32, 3);
  }

  @Test
  void transposedEachElementIsSpread() {
    Tensor input = tensor(DType.FLOAT64, sizes(1, 1, 2), 1, 2);
    Tensor weight = tensor(DType.FLOAT64, sizes(1, 1, 3), 1, 10, 100);

    Tensor found =
        aten.convTranspose1d(
            input, weight, vector(1000), new long[] {2}, ZERO, new long[] {1}, 1, ONE);

    assertThat(elements(found)).containsExactly(1001, 1010, 1102, 1020, 1200, 1000);
  }

  @Test
  void groupsDoNotMix() {
    Tensor input = tensor(DType.FLOAT64, sizes(1, 2, 2), 1, 2, 3, 4);
    Tensor weight = tensor(DType.FLOAT64, sizes(4, 1, 1), 1, 10, 100, 1000);

    Tensor found = aten.conv1d(input, weight, null, ONE, ZERO, ONE, 2);

    assertThat(elements(found)).containsExactly(1, 2, 10, 20, 300, 400, 3000, 4000);
  }

  @Test
  void complexGradientsMultiplyByTheConjugate() {
    Tensor i = complex(DType.COMPLEX128, 0, 1).alias(sizes(1, 1, 1), sizes(1, 1, 1), 0);
    Tensor one = complex(DType.COMPLEX128, 1, 0).alias(sizes(1, 1, 1), sizes(1, 1, 1), 0);

    ConvolutionBackward.Result found =
        aten.convolutionBackward(one, i, i, null, ONE, ZERO, ONE, false, ZERO, 1, ALL);

    assertThat(imaginaries(aten.conv1d(i, i))).containsExactly(0);
    assertThat(elements(aten.conv1d(i, i))).containsExactly(-1);
    assertThat(imaginaries(found.first())).containsExactly(-1);
    assertThat(imaginaries(found.second())).containsExactly(-1);
    assertThat(elements(found.third())).containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 1, 1, false, 0", "2, 1, 2, 2, false, 0", "2, 1, 1, 2, true, 1"})
  void gradientsAgreeWithDifferences(
      long stride, long padding, long dilation, long groups, boolean transposed, long more) {
    Random random = new Random(stride * 31 + groups);
    Tensor input = random(random, 2, 4, 5, 6);
    Tensor weight = random(random, 4, transposed ? 3 : 4 / groups, 2, 3);
    Tensor bias = random(random, transposed ? 3 * groups : 4);
    Call call =
        (x, w, b) ->
            aten.convolution(
                x,
                w,
                b,
                new long[] {stride},
                new long[] {padding},
                new long[] {dilation},
                transposed,
                new long[] {more},
                groups);
    Tensor grad = random(random, call.of(input, weight, bias).sizes());

    ConvolutionBackward.Result found =
        aten.convolutionBackward(
            grad,
            input,
            weight,
            bias.sizes(),
            new long[] {stride},
            new long[] {padding},
            new long[] {dilation},
            transposed,
            new long[] {more},
            groups,
            ALL);

    assertSlopes(found.first(), grad, input, x -> call.of(x, weight, bias));
    assertSlopes(found.second(), grad, weight, w -> call.of(input, w, bias));
    assertSlopes(found.third(), grad, bias, b -> call.of(input, weight, b));
  }

  private interface Call {
    Tensor of(Tensor input, Tensor weight, Tensor bias);
  }

  private interface OneArgument {
    Tensor of(Tensor argument);
  }

  /** Compares a gradient with differences of grad · f(x); f is linear, so they are exact. */
  private void assertSlopes(Tensor found, Tensor grad, Tensor at, OneArgument function) {
    double[] slopes = new double[(int) at.elementCount()];
    double[] values = elements(at);
    double before = dot(grad, function.of(at));
    for (int i = 0; i < slopes.length; i++) {
      double[] moved = values.clone();
      moved[i] += 1;
      slopes[i] = dot(grad, function.of(tensor(DType.FLOAT64, at.sizes(), moved))) - before;
    }
    assertThat(found.sizes()).isEqualTo(at.sizes());
    assertThat(elements(found)).contains(slopes, Offset.offset(1e-10));
  }

  private double dot(Tensor grad, Tensor values) {
    return elements(aten.sum(aten.mul(grad, values)))[0];
  }

  private static Tensor random(Random random, long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count *= (int) size;
    }
    return tensor(DType.FLOAT64, sizes, random.doubles(count, -1, 1).toArray());
  }

  @Test
  void anInputWithoutChannelsHasAnOutputWithout() {
    Tensor input = tensor(DType.FLOAT64, sizes(1, 0, 5));
    Tensor weight = tensor(DType.FLOAT64, sizes(2, 0, 3));
    Tensor grad = tensor(DType.FLOAT64, sizes(1, 0, 3));

    ConvolutionBackward.Result found =
        aten.convolutionBackward(grad, input, weight, null, ONE, ZERO, ONE, false, ZERO, 1, ALL);

    assertThat(aten.conv1d(input, weight).sizes()).containsExactly(1, 0, 3);
    assertThat(elements(found.third())).containsExactly(0, 0);
  }
}
