package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares products of three factors, and their gradients, with {@code einsum}. */
final class BilinearTest {
  private static final Recorder RECORDER = new Recorder();
  private static final String EQUATION = "...i,oij,...j->...o";

  private final Aten aten = RECORDER.aten;
  private final Random random = new Random(42);

  @Test
  void aBilinearProductIsASumOverBothInputs() {
    Tensor input1 = HostData.tensor(new double[] {1, 2}, 1, 2);
    Tensor input2 = HostData.tensor(new double[] {3, 5}, 1, 2);
    Tensor weight = HostData.tensor(new double[] {1, 0, 0, 1, 1, 1, -1, 2}, 2, 2, 2);
    Tensor bias = HostData.tensor(new double[] {0.5, -0.5}, 2);

    Tensor result = aten.bilinear(input1, input2, weight, bias);

    assertThat(HostData.doubles(result)).containsExactly(13.5, 21.5);
  }

  @Test
  void aBilinearProductHasTheGradientsOfItsEinsum() {
    for (long[] rows : new long[][] {{2}, {}, {3, 2}, {0}}) {
      long[] first = sizes(rows, 3);
      long[] second = sizes(rows, 4);
      agrees(
          x -> aten.bilinear(x[0], x[1], x[2], x[3]),
          x -> aten.add(aten.einsum(EQUATION, new Tensor[] {x[0], x[2], x[1]}, null), x[3]),
          first,
          second,
          new long[] {5, 3, 4},
          new long[] {5});
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3})
  void theUnrolledDimensionDoesNotMatter(long unrolled) {
    agrees(
        x ->
            aten._trilinear(
                x[0], x[1], x[2], dims(1, 3), dims(0), dims(1, 2), dims(0, 2), unrolled),
        x -> aten.einsum("bi,oij,bj->oj", new Tensor[] {x[0], x[1], x[2]}, null),
        new long[] {2, 3},
        new long[] {5, 3, 4},
        new long[] {2, 4});
  }

  @Test
  void aDimensionThatOneFactorHasIsSummedThere() {
    Tensor a = HostData.tensor(new double[] {1, 2}, 2);
    Tensor bc = HostData.tensor(new double[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Tensor c = HostData.tensor(new double[] {10, 100}, 2);

    Tensor result = aten._trilinear(a, bc, c, dims(1, 2), dims(0), dims(0, 1), dims(0, 1));

    assertThat(HostData.doubles(result)).containsExactly(270, 3600);
  }

  @Test
  void aDimensionOfSizeOneThatOneFactorHasAndThatIsSummedHasAGradient() {
    agrees(
        x -> aten._trilinear(x[0], x[1], x[2], dims(1), dims(0), dims(0), dims(0)),
        x -> aten.mul(aten.mul(aten.sum(x[0]), x[1]), x[2]),
        new long[] {1},
        new long[] {4},
        new long[] {4});
  }

  @Test
  void aFactorThatBroadcastsHasTheGradientOfItsSum() {
    agrees(
        x -> aten._trilinear(x[0], x[1], x[2], dims(), dims(), dims(), dims()),
        x -> aten.mul(aten.mul(x[0], x[1]), x[2]),
        new long[] {1, 2},
        new long[] {3, 2},
        new long[] {3, 2});
  }

  private static long[] dims(long... dims) {
    return dims;
  }

  private static long[] sizes(long[] rows, long last) {
    long[] sizes = Arrays.copyOf(rows, rows.length + 1);
    sizes[rows.length] = last;
    return sizes;
  }

  private void agrees(
      Function<Tensor[], Tensor> function, Function<Tensor[], Tensor> twin, long[]... sizes) {
    List<double[]> values =
        Arrays.stream(sizes)
            .map(each -> random.doubles(Arrays.stream(each).reduce(1, (a, b) -> a * b)).toArray())
            .toList();
    List<double[]> found = gradients(function, values, sizes);
    List<double[]> expected = gradients(twin, values, sizes);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).containsExactly(expected.get(i), within(1e-12));
    }
  }

  /** Returns the elements of the result, then the gradients of a sum of its squares. */
  private List<double[]> gradients(
      Function<Tensor[], Tensor> function, List<double[]> values, long[]... sizes) {
    Tensor[] leaves = new Tensor[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      leaves[i] = Recorder.leaf(values.get(i).clone(), sizes[i]);
    }
    Tensor result = function.apply(leaves);
    RECORDER.backward(aten.mul(result, result));
    List<double[]> all = new ArrayList<>(List.of(HostData.doubles(result)));
    for (Tensor leaf : leaves) {
      all.add(Recorder.grad(leaf));
    }
    return all;
  }
}
