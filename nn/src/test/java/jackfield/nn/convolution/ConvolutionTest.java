package jackfield.nn.convolution;

import static jackfield.nn.ModuleChecks.assertClose;
import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.assertSaved;
import static jackfield.nn.ModuleChecks.counting;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.nn.module.Module;
import jackfield.nn.module.Parameter;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class ConvolutionTest {
  private static final ConvOptions WIDE =
      ConvOptions.DEFAULT.stride(2).padding(1).dilation(2).groups(2);

  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();

  @TempDir private Path folder;

  private static void fill(Parameter parameter, double... values) {
    parameter.copyFrom(HostData.tensor(values, parameter.tensor().sizes()));
  }

  @Test
  void aKernelSlidesOverItsInput() {
    Conv1d plain = nn.conv1d(1, 1, 3);
    fill(plain.weight(), 1, 0, -1);
    fill(plain.bias(), 10);
    assertThat(HostData.doubles(plain.forward(counting(1, 1, 5)))).containsExactly(8, 8, 8);
    assertThat(plain.forward(counting(1, 5)).sizes()).containsExactly(1, 3);
    assertThat(plain)
        .hasToString(
            "Conv1d(1, 1, kernel_size=3, stride=1, padding=0, dilation=1, groups=1, bias=true)");
  }

  @Test
  void eachPaddingModeHasItsElementsBeyondTheEdge() {
    assertThat(padded(PaddingMode.ZEROS)).containsExactly(0, 3);
    assertThat(padded(PaddingMode.REFLECT)).containsExactly(2, 3);
    assertThat(padded(PaddingMode.REPLICATE)).containsExactly(1, 3);
    assertThat(padded(PaddingMode.CIRCULAR)).containsExactly(4, 3);
  }

  /** Returns the first two outputs of a kernel that takes its first element, of 1, 2, 3, 4. */
  private double[] padded(PaddingMode mode) {
    Conv1d first =
        nn.conv1d(
            1, 1, 2, ConvOptions.DEFAULT.padding(1).stride(3).paddingMode(mode).withoutBias());
    fill(first.weight(), 1, 0);
    return HostData.doubles(first.forward(aten.add(counting(1, 1, 4), 1)));
  }

  @Test
  void samePaddingKeepsTheSize() {
    ConvOptions same = ConvOptions.DEFAULT.samePadding().dilation(1, 2);
    for (PaddingMode mode : PaddingMode.values()) {
      Conv2d layer = nn.conv2d(2, 3, new long[] {2, 3}, same.paddingMode(mode));
      assertThat(layer.forward(random(1, 1, 2, 5, 6)).sizes()).containsExactly(1, 3, 5, 6);
    }
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreThoseOfDifferences() {
    return Stream.of(
        DynamicTest.dynamicTest(
            "1d", () -> assertGradients(nn.conv1d(2, 4, 2, WIDE), random(2, 2, 2, 5))),
        DynamicTest.dynamicTest(
            "2d", () -> assertGradients(nn.conv2d(2, 2, 2, WIDE), random(2, 1, 2, 4, 5))),
        DynamicTest.dynamicTest(
            "3d", () -> assertGradients(nn.conv3d(1, 2, 2), random(2, 1, 1, 3, 3, 2))),
        DynamicTest.dynamicTest(
            "circular",
            () ->
                assertGradients(
                    nn.conv2d(
                        1, 1, 2, ConvOptions.DEFAULT.padding(1).paddingMode(PaddingMode.CIRCULAR)),
                    random(2, 1, 1, 3, 3))),
        DynamicTest.dynamicTest(
            "transposed 1d",
            () -> assertGradients(nn.convTranspose1d(2, 4, 2, WIDE), random(2, 2, 2, 3))),
        DynamicTest.dynamicTest(
            "transposed 2d",
            () -> assertGradients(nn.convTranspose2d(2, 2, 2, WIDE), random(2, 1, 2, 3, 2))),
        DynamicTest.dynamicTest(
            "transposed 3d",
            () -> assertGradients(nn.convTranspose3d(1, 1, 2), random(2, 1, 1, 2, 2, 2))))
        .toList()
        .stream();
  }

  @Test
  void parametersHaveTheSizesAndBoundsOfPyTorch() {
    Conv2d layer = nn.conv2d(8, 16, new long[] {3, 5}, ConvOptions.DEFAULT.groups(2));
    assertThat(layer.stateDict().keySet()).containsExactly("weight", "bias");
    assertThat(layer.weight().tensor().sizes()).containsExactly(16, 4, 3, 5);
    assertThat(largest(layer.weight())).isBetween(0.9 / Math.sqrt(60), 1 / Math.sqrt(60));
    assertThat(largest(layer.bias())).isLessThanOrEqualTo(1 / Math.sqrt(60));
    ConvTranspose2d back = nn.convTranspose2d(8, 16, 3, ConvOptions.DEFAULT.groups(4));
    assertThat(back.weight().tensor().sizes()).containsExactly(8, 4, 3, 3);
    assertThat(largest(back.weight())).isBetween(0.9 / 6, 1.0 / 6);
  }

  private static double largest(Parameter parameter) {
    return Arrays.stream(HostData.doubles(parameter.tensor())).map(Math::abs).max().orElseThrow();
  }

  @Test
  void aTransposedConvolutionIsTheGradientOfAConvolution() {
    Conv2d down = nn.conv2d(2, 3, 3, ConvOptions.DEFAULT.stride(2).padding(1).withoutBias());
    ConvTranspose2d up =
        nn.convTranspose2d(3, 2, 3, ConvOptions.DEFAULT.stride(2).padding(1).withoutBias());
    up.weight().copyFrom(down.weight().tensor());
    Tensor input = random(3, 1, 2, 6, 5).requiresGradient();
    Tensor output = down.forward(input);
    Tensor incoming = random(4, output.sizes());
    nn.loss(aten.sum(aten.mul(output, incoming))).backward();
    assertClose(up.forward(incoming, 6, 5), input.grad());
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> up.forward(incoming, 8, 5)))
        .isNotNull();
  }

  @Test
  void aSavedConvolutionComputesTheSame() {
    Module from = nn.sequential(nn.conv2d(1, 2, 3), nn.convTranspose2d(2, 1, 3));
    Module to = nn.sequential(nn.conv2d(1, 2, 3), nn.convTranspose2d(2, 1, 3));
    assertSaved(from, to, random(5, 1, 1, 4, 4), folder);
  }

  @Test
  void optionsThatDoNotFitAreRefused() {
    assertThat(refused(() -> nn.conv2d(3, 4, 3, ConvOptions.DEFAULT.groups(2))))
        .isEqualTo("groups");
    assertThat(refused(() -> nn.conv2d(0, 4, 3))).isEqualTo("channels");
    assertThat(refused(() -> nn.conv2d(1, 1, 0))).isEqualTo("kernel_size");
    assertThat(refused(() -> nn.conv2d(1, 1, 1, 2, 3))).isEqualTo("kernel_size");
    assertThat(refused(() -> nn.conv2d(1, 1, 2, ConvOptions.DEFAULT.stride(2).samePadding())))
        .isEqualTo("stride");
    assertThat(
            refused(() ->
                nn.convTranspose1d(1, 1, 2, ConvOptions.DEFAULT.paddingMode(PaddingMode.REFLECT))))
        .isEqualTo("padding");
  }

  private static String refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(InvalidArgument.class, call).argument();
  }
}
