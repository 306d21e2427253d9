package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten.NativeBatchNormBackward;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The gradient of the gradient of batch normalization with statistics that are not those of the
 * input. libtorch 2.7.1 gave the answers.
 */
final class SavedStatisticsTest {
  private static final Recorder RECORDER = new Recorder();

  private final Aten aten = RECORDER.aten;
  private final Tensor grad = Recorder.leaf(new double[] {1, 2, 4, 0, 1, -1, 2, 1, 1}, 3, 3);
  private final Tensor input = Recorder.leaf(new double[] {.5, -1, 2, 1, 0, 3, 0, 2, 1}, 3, 3);
  private final Tensor weight = Recorder.vector(1, 2, 3);

  @Test
  void savedStatisticsReplaceThoseOfTheInput() {
    NativeBatchNormBackward.Result found =
        aten.nativeBatchNormBackward(
            grad,
            input,
            weight,
            null,
            null,
            vector(.3, .4, .5),
            vector(.8, .9, .7),
            true,
            1e-5,
            new boolean[] {true, true, true});
    Tensor ones = vector(1, 1, 1);
    Tensor factors = aten.mul(aten.onesLike(input), vector(1, 2, 3));
    List<Tensor> twice =
        RECORDER.feature.grad(
            new GradientRequest(
                List.of(found.first(), found.second(), found.third()),
                List.of(factors, ones, ones),
                List.of(grad, input, weight),
                false,
                false,
                false));
    assertNear(
        twice.get(0),
        1.13952,
        -.53216,
        -4.89575,
        1.48832,
        .56224,
        -8.82625,
        .79072,
        2.75104,
        -.96525);
    assertNear(twice.get(2), .04096, -.15552, -6.174);
    assertNear(
        twice.get(1),
        .008410453333333,
        -.16743936,
        2.446336666666667,
        -.668163413333333,
        -.62109696,
        30.717283333333327,
        .68498432,
        .66038784,
        5.61939);
  }

  @Test
  void savedStatisticsCountWhereThoseOfTheInputAreHugeOrInfinite() {
    Tensor same = Recorder.leaf(new double[] {1e18, 1e18, 1e18}, 3, 1);
    Tensor ones = Recorder.leaf(new double[] {1, 2, 4}, 3, 1);
    NativeBatchNormBackward.Result found =
        aten.nativeBatchNormBackward(
            ones,
            same,
            vector(1),
            null,
            null,
            vector(.3),
            vector(.8),
            true,
            0,
            new boolean[] {true, true, true});
    assertThat(HostData.doubles(found.second())).containsExactly(7 * (1e18 - .3) * .8);
    assertNear(found.third(), 7);
    assertNear(gradient(found.third(), ones), 1, 1, 1);
    double normal = (1e18 - .3) * .8;
    assertThat(HostData.doubles(gradient(found.second(), ones))).containsOnly(normal);
  }

  @Test
  void anInfiniteElementLeavesTheOthersOfItsChannelTheSavedStatistics() {
    Tensor some = Recorder.leaf(new double[] {1, Double.POSITIVE_INFINITY, 2}, 3, 1);
    Tensor ones = Recorder.leaf(new double[] {1, 2, 4}, 3, 1);
    Tensor ofWeight =
        aten.nativeBatchNormBackward(
                ones,
                some,
                vector(1),
                null,
                null,
                vector(.5),
                vector(.8),
                true,
                0,
                new boolean[] {true, true, true})
            .second();
    for (boolean isRecorded : new boolean[] {false, true}) {
      assertThat(HostData.doubles(gradient(ofWeight, ones, isRecorded)))
          .as("recorded: %s", isRecorded)
          .containsExactly(.4, Double.POSITIVE_INFINITY, 1.2000000000000002);
    }
  }

  private static Tensor gradient(Tensor output, Tensor input) {
    return gradient(output, input, false);
  }

  private static Tensor gradient(Tensor output, Tensor input, boolean isRecorded) {
    return RECORDER
        .feature
        .grad(
            new GradientRequest(
                List.of(output), List.of(vector(1)), List.of(input), true, isRecorded, false))
        .getFirst();
  }

  private static Tensor vector(double... values) {
    return HostData.tensor(values, values.length);
  }

  private static void assertNear(Tensor found, double... expected) {
    assertThat(HostData.doubles(found)).containsExactly(expected, within(1e-9));
  }
}
