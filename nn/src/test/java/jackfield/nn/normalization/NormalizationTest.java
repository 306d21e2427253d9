package jackfield.nn.normalization;

import static jackfield.nn.ModuleChecks.assertClose;
import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.assertSaved;
import static jackfield.nn.ModuleChecks.counting;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.nn.module.Module;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

final class NormalizationTest {
  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();

  @TempDir private Path folder;

  private static double[] state(Module module, String name) {
    return HostData.doubles(module.stateDict().get(name));
  }

  @Test
  void batchNormHasTheStateOfPyTorch() {
    BatchNorm norm = nn.batchNorm2d(3);
    assertThat(norm.stateDict().keySet())
        .containsExactly("weight", "bias", "running_mean", "running_var", "num_batches_tracked");
    assertThat(norm.namedParameters()).containsOnlyKeys("weight", "bias");
    assertThat(norm.namedBuffers())
        .containsOnlyKeys("running_mean", "running_var", "num_batches_tracked");
    assertThat(state(norm, "weight")).containsOnly(1);
    assertThat(state(norm, "running_var")).containsOnly(1);
    assertThat(norm.stateDict().get("num_batches_tracked").rank()).isZero();
    assertThat(nn.batchNorm1d(3, BatchNormOptions.DEFAULT.affine(false).trackRunningStats(false)))
        .matches(module -> module.stateDict().isEmpty());
    assertThat(norm)
        .hasToString(
            "BatchNorm2d(3, eps=1.0E-5, momentum=0.1, affine=true, track_running_stats=true)");
  }

  @Test
  void oneValueInEachChannelIsRefusedInTraining() {
    BatchNormOptions tracked = BatchNormOptions.DEFAULT;
    for (Module norm : new Module[] {nn.batchNorm1d(2), nn.instanceNorm1d(2, tracked)}) {
      Tensor one = HostData.tensor(new double[] {1, 2}, 1, 2, 1);
      var refused = catchThrowableOfType(ShapeMismatch.class, () -> norm.forward(one));
      assertThat(refused).hasMessageContaining("several values in each channel");
      assertThat(state(norm, "running_var")).containsOnly(1);
      assertThat(state(norm, "num_batches_tracked")).containsOnly(0);
      assertThat(HostData.doubles(norm.eval().forward(one))).doesNotContain(Double.NaN);
    }
    Tensor samples = HostData.tensor(new double[] {1, 2, 3, 4}, 2, 2, 1);
    assertThat(nn.batchNorm1d(2).forward(samples).sizes()).containsExactly(2, 2, 1);
    assertThat(
            catchThrowableOfType(ShapeMismatch.class, () -> nn.instanceNorm1d(2).forward(samples)))
        .isNotNull();
  }

  @Test
  void trainingMovesTheRunningNumbersAndEvaluationUsesThem() {
    BatchNorm norm = nn.batchNorm1d(1);
    Tensor input = HostData.tensor(new double[] {1, 3}, 2, 1);
    double[] trained = HostData.doubles(norm.forward(input));
    assertThat(trained[0]).isCloseTo(-1 / Math.sqrt(1 + 1e-5), within(1e-12));
    assertThat(state(norm, "running_mean")[0]).isCloseTo(0.2, within(1e-12));
    assertThat(state(norm, "running_var")[0]).isCloseTo(0.9 + 0.1 * 2, within(1e-12));
    assertThat(HostData.item(norm.stateDict().get("num_batches_tracked")).toLong()).isOne();
    norm.eval();
    double[] evaluated = HostData.doubles(norm.forward(input));
    assertThat(evaluated[0]).isCloseTo((1 - 0.2) / Math.sqrt(1.1 + 1e-5), within(1e-12));
    assertThat(state(norm, "running_mean")[0]).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void withoutAMomentumTheRunningMeanIsThatOfAllBatches() {
    BatchNorm norm = nn.batchNorm1d(1, BatchNormOptions.DEFAULT.momentum(null));
    norm.forward(HostData.tensor(new double[] {1, 3}, 2, 1));
    norm.forward(HostData.tensor(new double[] {5, 9}, 2, 1));
    assertThat(state(norm, "running_mean")[0]).isCloseTo(4.5, within(1e-12));
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreThoseOfDifferences() {
    BatchNormOptions still = BatchNormOptions.DEFAULT.trackRunningStats(false);
    return Stream.of(
            nn.batchNorm2d(2, still),
            nn.instanceNorm2d(2, still),
            nn.layerNorm(3, 2),
            nn.rmsNorm(2),
            nn.groupNorm(2, 2),
            nn.groupNorm(1, 2))
        .map(norm ->
            DynamicTest.dynamicTest(
                norm.toString(), () -> assertGradients(norm, random(1, 2, 2, 3, 2))));
  }

  @Test
  void anInstanceIsNormalizedByItself() {
    Tensor input = random(2, 2, 3, 4);
    Tensor whole = nn.instanceNorm1d(3).forward(input);
    Tensor first = nn.instanceNorm1d(3).forward(aten.select(input, 0, 0));
    assertClose(aten.select(whole, 0, 0), first);
    assertClose(whole, nn.groupNorm(3, 3, 1e-5, false).forward(input));
  }

  @Test
  void normsHaveTheValuesOfTheirFormulas() {
    double[] layer =
        HostData.doubles(nn.layerNorm(new long[] {4}, 0, true, false).forward(counting(4)));
    assertThat(layer[3]).isCloseTo(1.5 / Math.sqrt(1.25), within(1e-12));
    double[] rms = HostData.doubles(nn.rmsNorm(new long[] {4}, 0.0, true).forward(counting(4)));
    assertThat(rms[3]).isCloseTo(3 / Math.sqrt(3.5), within(1e-12));
    assertThat(nn.layerNorm(new long[] {4}, 0, true, false).stateDict()).containsOnlyKeys("weight");
  }

  @Test
  void aSavedNormalizationComputesTheSame() {
    Module from = nn.sequential(nn.batchNorm2d(2), nn.groupNorm(1, 2), nn.layerNorm(3));
    from.forward(random(3, 4, 2, 3, 3));
    Module to = nn.sequential(nn.batchNorm2d(2), nn.groupNorm(1, 2), nn.layerNorm(3));
    assertSaved(from, to, random(4, 4, 2, 3, 3), folder);
    assertThat(to.stateDict().get("0.num_batches_tracked").dtype().toString()).contains("int64");
  }

  @Test
  void inputsAndSizesThatDoNotFitAreRefused() {
    for (Tensor input : new Tensor[] {random(1, 2, 3), random(1, 2, 4, 3, 3)}) {
      assertThat(catchThrowableOfType(ShapeMismatch.class, () -> nn.batchNorm2d(3).forward(input)))
          .isNotNull();
    }
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.groupNorm(2, 3)).argument())
        .isEqualTo("num_groups");
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.layerNorm()).argument())
        .isEqualTo("normalized_shape");
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.batchNorm1d(0)).argument())
        .isEqualTo("num_features");
  }

  @Test
  void anEpsThatIsNegativeOrNoNumberIsRefused() {
    long[] shape = {3};
    for (double eps : new double[] {-1e-5, Double.NaN}) {
      List<Supplier<Module>> all =
          List.of(
              () -> nn.layerNorm(shape, eps, true, true),
              () -> nn.rmsNorm(shape, eps, true),
              () -> nn.groupNorm(1, 2, eps, true));
      for (Supplier<Module> each : all) {
        assertThat(catchThrowableOfType(InvalidArgument.class, each::get).argument())
            .isEqualTo("eps");
      }
    }
    assertThat(nn.layerNorm(shape, 0, true, true)).isNotNull();
  }

  @Test
  void aBatchThatTheOperatorRefusesIsNotCounted() {
    Tensor first = HostData.tensor(new double[] {1, 3, 5, 7}, 2, 2, 1);
    Tensor second = HostData.tensor(new double[] {2, 8, 4, 6}, 2, 2, 1);
    Tensor closed = HostData.tensor(new double[] {1, 3, 5, 7}, 2, 2, 1);
    closed.close();
    BatchNorm spared = nn.batchNorm1d(2, BatchNormOptions.DEFAULT.momentum(null));
    BatchNorm norm = nn.batchNorm1d(2, BatchNormOptions.DEFAULT.momentum(null));
    spared.forward(first);
    spared.forward(second);
    norm.forward(first);
    Tensor integers = HostData.tensor(new long[] {1, 3, 5, 7}, 2, 2, 1);
    for (Tensor refused : new Tensor[] {integers, closed}) {
      assertThat(catchThrowableOfType(JackfieldException.class, () -> norm.forward(refused)))
          .isNotNull();
      assertThat(state(norm, "num_batches_tracked")).containsOnly(1);
    }
    norm.forward(second);
    assertThat(state(norm, "running_mean")).containsExactly(state(spared, "running_mean"));
  }
}
