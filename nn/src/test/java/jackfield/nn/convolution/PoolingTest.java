package jackfield.nn.convolution;

import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.counting;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.nn.module.Module;
import jackfield.tensor.HostData;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class PoolingTest {
  private final Nn nn = LocalPlatform.SHARED.nn();

  private static double[] of(Module pool, long... sizes) {
    return HostData.doubles(pool.forward(counting(sizes)));
  }

  @Test
  void windowsHaveTheirMaximumAndMean() {
    assertThat(of(nn.maxPool1d(2), 1, 1, 5)).containsExactly(1, 3);
    assertThat(of(nn.avgPool1d(2), 1, 1, 5)).containsExactly(0.5, 2.5);
    assertThat(of(nn.maxPool2d(2), 1, 4, 4)).containsExactly(5, 7, 13, 15);
    assertThat(of(nn.avgPool2d(2), 1, 4, 4)).containsExactly(2.5, 4.5, 10.5, 12.5);
    assertThat(of(nn.maxPool3d(2), 1, 1, 2, 2, 2)).containsExactly(7);
    assertThat(of(nn.avgPool3d(2), 1, 1, 2, 2, 2)).containsExactly(3.5);
  }

  @Test
  void optionsChangeTheWindows() {
    PoolOptions options = PoolOptions.DEFAULT.stride(2).padding(1);
    assertThat(of(nn.maxPool1d(3, options), 1, 1, 5)).containsExactly(1, 3, 4);
    assertThat(of(nn.maxPool1d(2, PoolOptions.DEFAULT.withCeilMode()), 1, 1, 5))
        .containsExactly(1, 3, 4);
    assertThat(of(nn.maxPool1d(2, PoolOptions.DEFAULT.stride(1).dilation(2)), 1, 1, 4))
        .containsExactly(2, 3);
    assertThat(of(nn.avgPool1d(3, options), 1, 1, 3)).containsExactly(1 / 3.0, 1);
    assertThat(of(nn.avgPool1d(3, options.withoutPaddingInMeans()), 1, 1, 3))
        .containsExactly(0.5, 1.5);
    assertThat(of(nn.avgPool2d(2, PoolOptions.DEFAULT.divisorOverride(2)), 1, 2, 2))
        .containsExactly(3);
    assertThat(nn.maxPool2d(new long[] {2, 3}, options))
        .hasToString(
            "MaxPool2d(kernel_size=(2, 3), stride=2, padding=1, dilation=1, ceil_mode=false)");
  }

  @Test
  void adaptiveWindowsGiveTheSizeAskedFor() {
    assertThat(of(nn.adaptiveAvgPool1d(2), 1, 1, 5)).containsExactly(1, 3);
    assertThat(of(nn.adaptiveMaxPool1d(2), 1, 1, 5)).containsExactly(2, 4);
    assertThat(of(nn.adaptiveAvgPool2d(1), 1, 1, 2, 2)).containsExactly(1.5);
    assertThat(of(nn.adaptiveMaxPool2d(1, 2), 1, 1, 2, 2)).containsExactly(2, 3);
    assertThat(of(nn.adaptiveAvgPool3d(1), 1, 1, 2, 2, 2)).containsExactly(3.5);
    assertThat(of(nn.adaptiveMaxPool3d(1), 1, 1, 2, 2, 2)).containsExactly(7);
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreThoseOfDifferences() {
    return Stream.of(
            nn.maxPool2d(2),
            nn.avgPool2d(3, PoolOptions.DEFAULT.stride(2).padding(1)),
            nn.adaptiveAvgPool2d(2),
            nn.adaptiveMaxPool2d(3))
        .map(pool ->
            DynamicTest.dynamicTest(
                pool.toString(), () -> assertGradients(pool, random(6, 1, 2, 5, 4))));
  }

  @Test
  void windowsThatDoNotFitAreRefused() {
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.maxPool2d(1, 2, 3)).argument())
        .isEqualTo("kernel_size");
    assertThat(
            catchThrowableOfType(
                    InvalidArgument.class,
                    () -> nn.avgPool1d(2, PoolOptions.DEFAULT.divisorOverride(3)))
                .argument())
        .isEqualTo("divisor_override");
  }
}
