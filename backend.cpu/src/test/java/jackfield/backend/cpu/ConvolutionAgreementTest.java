package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.ConvolutionBackward;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares convolutions of random geometries with their scalar twins. */
@Tag("slow")
class ConvolutionAgreementTest {
  private static final int CALLS = 60;
  private static final boolean[] ALL = {true, true, true};

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);
  private final Aten fast = Twins.FAST;
  private final Aten twin = Twins.TWIN;

  /** The arguments of one convolution. */
  private record Call(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long[] outputPadding,
      long groups) {
    Tensor forward(Aten aten) {
      return aten.convolution(
          input, weight, bias, stride, padding, dilation, transposed, outputPadding, groups);
    }

    List<Tensor> all(Aten aten, Tensor gradient) {
      ConvolutionBackward.Result gradients =
          aten.convolutionBackward(
              gradient,
              input,
              weight,
              null,
              stride,
              padding,
              dilation,
              transposed,
              outputPadding,
              groups,
              ALL);
      return List.of(forward(aten), gradients.first(), gradients.second(), gradients.third());
    }
  }

  private Call call(DType type, int rank, int most) {
    long groups = 1L + random.nextInt(3);
    boolean transposed = random.nextBoolean();
    long windowChannels = groups * (1L + random.nextInt(4));
    long imageChannels = 1L + random.nextInt(4);
    long[] in = new long[rank + 2];
    long[] by = new long[rank + 2];
    long[] stride = new long[rank];
    long[] padding = new long[rank];
    long[] dilation = new long[rank];
    long[] further = new long[rank];
    in[0] = 1L + random.nextInt(3);
    in[1] = transposed ? windowChannels : imageChannels * groups;
    by[0] = windowChannels;
    by[1] = imageChannels;
    for (int dim = 0; dim < rank; dim++) {
      by[dim + 2] = 1L + random.nextInt(3);
      stride[dim] = 1L + random.nextInt(3);
      dilation[dim] = 1L + random.nextInt(2);
      long reach = dilation[dim] * (by[dim + 2] - 1);
      padding[dim] = reach == 0 ? 0 : random.nextInt((int) (reach + 1) / 2 + 1);
      in[dim + 2] = reach + 1 + random.nextInt(most);
      further[dim] = transposed ? random.nextInt((int) Math.max(stride[dim], dilation[dim])) : 0;
    }
    Tensor bias = tensor(type, transposed ? imageChannels * groups : windowChannels);
    return new Call(
        tensor(type, in),
        tensor(type, by),
        random.nextBoolean() ? bias : null,
        stride,
        padding,
        dilation,
        transposed,
        further,
        groups);
  }

  /**
   * Returns a tensor of random numbers: row-major, channels innermost, in reversed order, or
   * row-major with gaps and an offset.
   */
  private Tensor tensor(DType type, long... sizes) {
    int rank = sizes.length;
    int form = random.nextInt(4);
    long[] strides = new long[rank];
    long step = form == 3 ? 2 : 1;
    for (int i = 0; i < rank; i++) {
      int dim = form == 0 ? i : rank - 1 - i;
      if (form == 1 && rank > 2) {
        dim = i == 0 ? 1 : i < rank - 1 ? rank - i : 0;
      }
      strides[dim] = step;
      step *= Math.max(sizes[dim], 1);
    }
    int offset = form == 3 ? 3 : 0;
    Tensor storage = HostData.empty(type, step + offset);
    HostData.forEachAddress(
        storage, at -> Elements.putComplex(type, at, random.nextInt(9) - 4, random.nextInt(9) - 4));
    return storage.alias(sizes, strides, offset);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void randomConvolutionsAgree(DType type) {
    for (int number = 0; number < CALLS; number++) {
      Call call = call(type, 1 + random.nextInt(3), number % 10 == 0 ? 40 : 6);
      Tensor gradient = tensor(type, call.forward(twin).sizes());
      agree(call, call.all(fast, gradient), call.all(twin, gradient));
    }
  }

  /** Images of more rows than a band has, and of a few odd sizes. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void convolutionsOfManyBandsAgree(DType type) {
    for (boolean transposed : new boolean[] {false, true}) {
      for (long step = 1; step <= 3; step++) {
        long[] steps = {step, 1 + step % 2};
        Call call =
            new Call(
                tensor(type, 2, 12, 67, 61),
                tensor(type, 12, 12, 3, 5),
                tensor(type, 12),
                steps,
                new long[] {1, 2},
                new long[] {1, 1},
                transposed,
                new long[] {0, 0},
                1);
        Tensor gradient = tensor(type, call.forward(twin).sizes());
        agree(call, call.all(fast, gradient), call.all(twin, gradient));
      }
    }
  }

  /** Channels that fill vectors and panels of vectors, and one fewer and more. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void convolutionsOfManyChannelsAgree(DType type) {
    for (long outs : new long[] {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 65}) {
      boolean isLarge = outs % 8 == 1; // more windows than are summed in one float
      for (long ins = 1; ins <= 3; ins++) {
        Call call =
            new Call(
                tensor(type, 2, 2 * ins, isLarge ? 47 : 7, isLarge ? 31 : 12),
                tensor(type, 2 * outs, ins, 1 + outs % 3, 1 + outs % 2 + ins),
                tensor(type, 2 * outs),
                new long[] {1, isLarge ? 1 : 2},
                new long[] {0, 1},
                new long[] {1, 1},
                false,
                new long[] {0, 0},
                2);
        Tensor gradient = tensor(type, call.forward(twin).sizes());
        agree(call, call.all(fast, gradient), call.all(twin, gradient));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void convolutionsOfNoImagesAgree(DType type) {
    for (int number = 0; number < 6; number++) {
      Call some = call(type, 2, 6);
      long[] sizes = some.input().sizes().clone();
      sizes[0] = 0;
      Call call =
          new Call(
              tensor(type, sizes),
              some.weight(),
              some.bias(),
              some.stride(),
              some.padding(),
              some.dilation(),
              some.transposed(),
              some.outputPadding(),
              some.groups());
      Tensor gradient = tensor(type, call.forward(twin).sizes());
      agree(call, call.all(fast, gradient), call.all(twin, gradient));
    }
  }

  /** Padding has no elements, so an infinity beside it makes no NaN. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void convolutionsOfInfinitiesAgree(DType type) {
    double[] special = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
    for (int number = 0; number < CALLS; number++) {
      Call call = call(type, 1 + random.nextInt(3), 6);
      Tensor gradient = tensor(type, call.forward(twin).sizes());
      Tensor[] all = {call.input(), call.weight(), gradient};
      Tensor changed = all[number % all.length];
      long[] index = new long[changed.rank()];
      for (int dim = 0; dim < index.length; dim++) {
        index[dim] = random.nextInt((int) changed.size(dim));
      }
      put(changed, index, special[random.nextInt(special.length)]);
      agree(call, call.all(fast, gradient), call.all(twin, gradient));
    }
  }

  private static void put(Tensor tensor, long[] index, double value) {
    long address = tensor.address();
    for (int dim = 0; dim < index.length; dim++) {
      address += index[dim] * tensor.stride(dim) * tensor.dtype().sizeBytes();
    }
    Elements.putDouble(tensor.dtype(), address, value);
  }

  @Test
  void integersAgree() {
    for (int number = 0; number < CALLS; number++) {
      Call call = call(DType.INT64, 1 + random.nextInt(3), 6);
      agree(call, List.of(call.forward(fast)), List.of(call.forward(twin)));
    }
  }

  private void agree(Call call, List<Tensor> found, List<Tensor> expected) {
    for (int i = 0; i < found.size(); i++) {
      String where = "result %d of %s, seed %d".formatted(i, call, seed);
      assertThat(found.get(i).strides()).as(where).isEqualTo(expected.get(i).strides());
      // All numbers are small integers, whose sums float32 and wider types contain exactly.
      assertThat(parts(found.get(i))).as(where).isEqualTo(parts(expected.get(i)));
    }
  }

  private static double[] parts(Tensor tensor) {
    List<Double> parts = new ArrayList<>();
    HostData.forEachAddress(
        tensor,
        at -> {
          parts.add(Elements.doubleAt(tensor.dtype(), at) + 0.0); // without a sign of zero
          parts.add(Elements.imaginaryAt(tensor.dtype(), at) + 0.0);
        });
    return parts.stream().mapToDouble(part -> part).toArray();
  }

  @Test
  void oneAndTwoThreadsComputeTheSameBits() {
    int before = Parallel.threads();
    try {
      for (int number = 0; number < CALLS; number++) {
        Call call = call(DType.FLOAT32, 2, 60);
        scale(call.input());
        scale(call.weight());
        Tensor gradient = tensor(DType.FLOAT32, call.forward(twin).sizes());
        Parallel.setThreads(1);
        List<Tensor> alone = call.all(fast, gradient);
        Parallel.setThreads(2);
        agree(call, call.all(fast, gradient), alone);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  /** Makes numbers inexact, so that the order of a sum shows in its bits. */
  private static void scale(Tensor tensor) {
    HostData.forEachAddress(
        tensor,
        at ->
            Elements.putDouble(
                tensor.dtype(), at, Elements.doubleAt(tensor.dtype(), at) * Math.PI));
  }
}
