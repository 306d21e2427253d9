package jackfield.backend.cpu.sampling;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Images at given places and their gradients, which have the bits of the reference. */
@Tag("slow")
final class GridKernelsTest {
  private static final int ROUNDS = 40;
  private static final int BORDERS = 3;

  private final Twins twins = new Twins();

  /** The arguments of a call beside tensors. */
  private record Mode(int rank, int interpolation, int border, boolean isAligned) {
    Tensor sample(Aten aten, Tensor input, Tensor grid) {
      return rank == 2
          ? aten.gridSampler2d(input, grid, interpolation, border, isAligned)
          : aten.gridSampler3d(input, grid, interpolation, border, isAligned);
    }

    Tensor[] backward(Aten aten, Tensor grad, Tensor input, Tensor grid, boolean isWanted) {
      if (rank == 2) {
        var both =
            aten.gridSampler2dBackward(
                grad, input, grid, interpolation, border, isAligned, isWanted, true);
        return new Tensor[] {both.first(), both.second()};
      }
      var both =
          aten.gridSampler3dBackward(
              grad, input, grid, interpolation, border, isAligned, isWanted, true);
      return new Tensor[] {both.first(), both.second()};
    }
  }

  private void agree(Mode mode, Tensor input, Tensor grid, boolean isWanted) {
    String what = mode + " of " + input + " at " + grid;
    Tensor expected = mode.sample(twins.twin, input, grid);
    twins.expectSame(what, mode.sample(twins.fast, input, grid), expected);
    Tensor grad = twins.tensor(input.dtype(), isWanted, expected.sizes());
    Tensor[] found = mode.backward(twins.fast, grad, input, grid, isWanted);
    Tensor[] wanted = mode.backward(twins.twin, grad, input, grid, isWanted);
    if (isWanted) {
      twins.expectSame("gradient of the image, " + what, found[0], wanted[0]);
    }
    twins.expectSame("gradient of places, " + what, found[1], wanted[1]);
  }

  private long[] sizes(int rank, long batch, long last, int most) {
    long[] sizes = new long[rank + 2];
    Arrays.setAll(sizes, dim -> 1 + twins.random.nextInt(most));
    sizes[0] = batch;
    if (last > 0) {
      sizes[rank + 1] = last;
    }
    return sizes;
  }

  private Tensor channelsLast(Tensor images) {
    int rank = images.rank();
    long[] dims = new long[rank];
    Arrays.setAll(dims, dim -> dim == 0 ? 0 : dim == 1 ? rank - 1 : dim - 1);
    return twins.twin.permute(images, dims);
  }

  private void modes(DType type, int rank) {
    for (int round = 0; round < ROUNDS; round++) {
      long batch = twins.random.nextInt(4);
      int interpolation = twins.random.nextInt(rank == 2 ? 3 : 2);
      Mode mode = new Mode(rank, interpolation, round % BORDERS, twins.random.nextBoolean());
      Tensor images = twins.tensor(type, round % 2 == 0, sizes(rank, batch, 0, 9));
      Tensor input = round % 4 == 3 ? channelsLast(images) : images;
      Tensor grid = twins.tensor(type, round % 5 == 0, sizes(rank, batch, rank, 8));
      boolean isFar = round % 3 == 0;
      agree(mode, input, isFar ? grid : twins.twin.div(grid, 4.0), round % 7 != 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void planesAgreeWithTheirTwin(DType type) {
    modes(type, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void volumesAgreeWithTheirTwin(DType type) {
    modes(type, 3);
  }

  /** Places beyond the range of integers must not become addresses. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void placesFarAwayAgree(DType type) {
    double most = type == DType.FLOAT64 ? Double.MAX_VALUE : Float.MAX_VALUE;
    double[] far = {
      Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, most, -most, 1e19, -1e19, 1e9
    };
    double[] numbers = new double[2 * far.length * far.length];
    Arrays.setAll(numbers, i -> far[i % 2 == 0 ? i / 2 % far.length : i / 2 / far.length]);
    Tensor grid = twins.numbers(type, numbers).alias(new long[] {1, 8, 8, 2}, strides(), 0);
    Tensor input = twins.tensor(type, true, 1, 3, 4, 5);
    for (int interpolation = 0; interpolation < 3; interpolation++) {
      for (int border = 0; border < BORDERS; border++) {
        agree(new Mode(2, interpolation, border, border == 1), input, grid, true);
        agree(new Mode(2, interpolation, border, border != 1), input, grid, true);
      }
    }
  }

  private static long[] strides() {
    return new long[] {128, 16, 2, 1};
  }

  /** More places than a block and more channels than a group has, in one row and in one column. */
  @ParameterizedTest
  @EnumSource(names = {"BFLOAT16", "FLOAT32", "FLOAT64"})
  void manyPlacesAndChannelsAgree(DType type) {
    Tensor input = twins.tensor(type, false, 2, 19, 3, 4);
    for (int interpolation = 0; interpolation < 3; interpolation++) {
      Mode mode = new Mode(2, interpolation, interpolation, false);
      agree(mode, input, twins.twin.div(twins.tensor(type, false, 2, 1, 600, 2), 16.0), true);
      agree(mode, input, twins.twin.div(twins.tensor(type, false, 2, 300, 1, 2), 16.0), true);
    }
  }

  @Test
  void imagesWithoutChannelsHaveGradientsOfPlaces() {
    Tensor input = HostData.empty(DType.FLOAT32, 2, 0, 3, 4);
    Tensor grid = twins.tensor(DType.FLOAT32, false, 2, 3, 3, 2);
    for (int border = 0; border < BORDERS; border++) {
      agree(new Mode(2, 0, border, false), input, grid, true);
    }
  }
}
