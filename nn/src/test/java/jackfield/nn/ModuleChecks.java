package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.io.Safetensors;
import jackfield.nn.module.Module;
import jackfield.nn.module.Parameter;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** What the tests of modules have in common. */
public final class ModuleChecks {
  private static final double STEP = 1e-6;
  private static final Nn NN = LocalPlatform.SHARED.nn();

  private ModuleChecks() {}

  /** Returns normal random numbers, the same for the same seed and sizes. */
  public static Tensor random(long seed, long... sizes) {
    Random random = new Random(seed);
    double[] values = new double[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return HostData.tensor(values, sizes);
  }

  /** Returns the elements 0, 1, 2 and so on. */
  public static Tensor counting(long... sizes) {
    double[] values = new double[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return HostData.tensor(values, sizes);
  }

  /** Asserts that two tensors have the same sizes and nearly the same elements. */
  public static void assertClose(Tensor found, Tensor expected) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    assertThat(HostData.doubles(found)).containsExactly(HostData.doubles(expected), within(1e-10));
  }

  /** Asserts that the gradients of the parameters and the input are those of differences. */
  public static void assertGradients(Module module, Tensor input) {
    assertGradients(module.namedParameters(), input, () -> module.forward(input));
  }

  /** Asserts that the gradients of the parameters and the input are those of differences. */
  public static void assertGradients(
      Map<String, Parameter> parameters, Tensor input, Supplier<Tensor> forward) {
    Map<String, Tensor> leaves = new LinkedHashMap<>();
    parameters.forEach((name, parameter) -> leaves.put(name, parameter.tensor()));
    if (input.dtype().isFloating()) {
      leaves.put("input", input.requiresGradient());
    }
    Supplier<Tensor> value = () -> weightedSum(forward.get());
    leaves.values().forEach(Tensor::clearGrad);
    NN.loss(value.get()).backward();
    leaves.forEach((name, leaf) -> {
      double[] found = leaf.grad() == null ? null : HostData.doubles(leaf.grad());
      double[] values = HostData.doubles(leaf);
      for (int i = 0; i < values.length; i++) {
        double above = shifted(leaf, values, i, STEP, value);
        double below = shifted(leaf, values, i, -STEP, value);
        assertThat(found == null ? 0 : found[i])
            .as("%s, element %d", name, i)
            .isCloseTo((above - below) / (2 * STEP), within(1e-6));
      }
    });
  }

  private static Tensor weightedSum(Tensor output) {
    Aten aten = NN.aten();
    return aten.sum(aten.mul(output, random(9, output.sizes())));
  }

  private static double shifted(
      Tensor leaf, double[] values, int index, double by, Supplier<Tensor> value) {
    Aten aten = NN.aten();
    double[] moved = values.clone();
    moved[index] += by;
    aten.copy_(leaf.data(), HostData.tensor(moved, leaf.sizes()));
    double found = HostData.item(value.get()).toDouble();
    aten.copy_(leaf.data(), HostData.tensor(values, leaf.sizes()));
    return found;
  }

  /** Asserts that a file with the state of {@code from} makes {@code to} compute the same. */
  public static void assertSaved(Module from, Module to, Tensor input, Path folder) {
    Path file = folder.resolve("module.safetensors");
    from.save(file);
    assertThat(Safetensors.read(file).keySet())
        .containsExactlyInAnyOrderElementsOf(from.stateDict().keySet());
    to.load(file);
    from.eval();
    to.eval();
    assertClose(to.forward(input), from.forward(input));
  }
}
