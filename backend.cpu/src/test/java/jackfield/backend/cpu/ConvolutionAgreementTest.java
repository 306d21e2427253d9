package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.ConvolutionBackward;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
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
  private final Aten fast = aten(true);
  private final Aten twin = aten(false);

  private static Aten aten(boolean isFast) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    if (isFast) {
      whiteboard.plug(new CpuBackend(), Provenance.of("backend.cpu"), 0);
    }
    return Aten.of(dispatcher);
  }

  /** The arguments of one convolution. */
  private record Call(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long groups) {
    private static final long[] NOTHING = {0};

    Tensor forward(Aten aten) {
      return aten.convolution(
          input, weight, bias, stride, padding, dilation, transposed, NOTHING, groups);
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
              NOTHING,
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
        groups);
  }

  /** Returns a tensor of random numbers: row-major, channels innermost, or in reversed order. */
  private Tensor tensor(DType type, long... sizes) {
    int rank = sizes.length;
    int form = random.nextInt(3);
    long[] strides = new long[rank];
    long step = 1;
    for (int i = 0; i < rank; i++) {
      int dim = form == 0 ? i : rank - 1 - i;
      if (form == 1 && rank > 2) {
        dim = i == 0 ? 1 : i < rank - 1 ? rank - i : 0;
      }
      strides[dim] = step;
      step *= sizes[dim];
    }
    Tensor storage = HostData.empty(type, step);
    HostData.forEachAddress(
        storage, at -> Elements.putComplex(type, at, random.nextInt(9) - 4, random.nextInt(9) - 4));
    return storage.alias(sizes, strides, 0);
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

  @Test
  void integersAgree() {
    for (int number = 0; number < CALLS; number++) {
      Call call = call(DType.INT32, 1 + random.nextInt(3), 6);
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
