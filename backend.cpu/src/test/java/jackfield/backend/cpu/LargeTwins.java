package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the fast kernels with the reference on large tensors, and their bits on one thread with
 * those on two.
 */
final class LargeTwins {
  private static final double HALF_ROUNDING = 4e-3;

  private static final int ROUNDS = 200;

  private final Dispatcher fast = dispatcher(true);
  private final Aten ofFast = Aten.of(fast);
  private final Aten ofReference = Aten.of(dispatcher(false));
  private final Random random;
  private final Set<String> called = new HashSet<>();

  LargeTwins(long seed) {
    random = new Random(seed);
    fast.observe(call -> {
      called.add(withoutUnderscore(call.operator().base()));
      return null;
    });
  }

  private static Dispatcher dispatcher(boolean isFast) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    if (isFast) {
      whiteboard.plug(new CpuBackend(), Provenance.of("backend.cpu"), 0);
    }
    return dispatcher;
  }

  /** Returns the operators with a fast kernel of which no form with the same body was called. */
  Set<String> notCalled() {
    return fast.operators().stream()
        .filter(name ->
            fast
                .report(name)
                .orElseThrow()
                .kernels()
                .getOrDefault(DispatchKey.CPU, List.of())
                .stream()
                .anyMatch(kernel -> kernel.provenance().bundle().equals("backend.cpu")))
        .map(OperatorName::base)
        .map(LargeTwins::withoutUnderscore)
        .filter(base -> !called.contains(base))
        .collect(Collectors.toSet());
  }

  private static String withoutUnderscore(String base) {
    return base.endsWith("_") ? base.substring(0, base.length() - 1) : base;
  }

  /** Returns a contiguous tensor of random numbers. */
  Tensor dense(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    HostData.forEachAddress(tensor, address -> put(type, address));
    return tensor;
  }

  /** Returns a tensor whose elements are two apart. */
  Tensor gaps(DType type, long... sizes) {
    long[] wider = sizes.clone();
    wider[wider.length - 1] *= 2;
    Tensor whole = dense(type, wider);
    long[] strides = whole.strides().clone();
    strides[strides.length - 1] = 2;
    return whole.alias(sizes, strides, 0);
  }

  /** Returns a tensor whose last two dimensions are transposed in memory. */
  Tensor transposed(DType type, long... sizes) {
    int last = sizes.length - 1;
    Tensor tensor = dense(type, swapped(sizes, last));
    return tensor.alias(sizes, swapped(tensor.strides(), last), 0);
  }

  private static long[] swapped(long[] values, int last) {
    long[] swapped = values.clone();
    swapped[last] = values[last - 1];
    swapped[last - 1] = values[last];
    return swapped;
  }

  /** Returns a tensor whose first dimension repeats the same elements. */
  Tensor broadcast(DType type, long... sizes) {
    long[] row = sizes.clone();
    row[0] = 1;
    Tensor tensor = dense(type, row);
    long[] strides = tensor.strides().clone();
    strides[0] = 0;
    return tensor.alias(sizes, strides, 0);
  }

  private void put(DType type, long address) {
    switch (type.category()) {
      case BOOLEAN -> Elements.putLong(type, address, random.nextInt(2));
      case INTEGRAL ->
          Elements.putLong(type, address, random.nextInt(40) + (random.nextInt(9) > 0 ? 1 : 0));
      default -> Elements.putComplex(type, address, number(), number());
    }
  }

  /** Returns a number whose magnitude is from 0.25 to 2, so that rounding errors stay small. */
  private double number() {
    return (0.25 + 1.75 * random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
  }

  /** Expects the same results of both backends, and the same bits of one and of two threads. */
  void agree(String what, Function<Aten, Tensor> call) {
    agree(what, 0, call);
  }

  /** The same for results that are differences of partial sums of the given magnitude. */
  void agree(String what, double partialSums, Function<Aten, Tensor> call) {
    Tensor expected = call.apply(ofReference);
    Tensor one = withThreads(1, call);
    Tensor two = withThreads(2, call);
    assertThat(one.dtype()).as(what).isEqualTo(expected.dtype());
    assertThat(one.sizes()).as(what).isEqualTo(expected.sizes());
    checkBits(what, call, one, two);
    compare(what, partialSums, expected, one);
  }

  /**
   * Compiled vector operations may round otherwise than interpreted ones, and the compiler may
   * finish between two calls. So the calls are repeated until they agree; parts that depended on
   * the number of threads would differ in each round.
   */
  private void checkBits(String what, Function<Aten, Tensor> call, Tensor one, Tensor two) {
    boolean agree = Arrays.equals(bytes(one), bytes(two));
    for (int round = 0; round < ROUNDS && !agree; round++) {
      agree = Arrays.equals(bytes(withThreads(1, call)), bytes(withThreads(2, call)));
    }
    assertThat(agree).as("%s: the same bits of one thread and of two", what).isTrue();
  }

  private Tensor withThreads(int threads, Function<Aten, Tensor> call) {
    int before = Parallel.threads();
    Parallel.setThreads(threads);
    try {
      return call.apply(ofFast);
    } finally {
      Parallel.setThreads(before);
    }
  }

  private static byte[] bytes(Tensor tensor) {
    int size = tensor.dtype().sizeBytes();
    byte[] bytes = new byte[Math.toIntExact(tensor.elementCount() * size)];
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          for (int i = 0; i < size; i++) {
            bytes[next[0]++] = HostBytes.byteAt(address + i);
          }
        });
    return bytes;
  }

  private static void compare(String what, double partialSums, Tensor expected, Tensor found) {
    double[] wanted = parts(expected);
    double[] values = parts(found);
    double largest = Arrays.stream(wanted).map(Math::abs).filter(Double::isFinite).max().orElse(0);
    double allowed = tolerance(expected.dtype()) * (1 + largest + partialSums);
    for (int i = 0; i < wanted.length; i++) {
      boolean agrees =
          Double.compare(wanted[i], values[i]) == 0
              || wanted[i] == values[i]
              || Math.abs(wanted[i] - values[i]) <= allowed;
      if (!agrees) {
        throw new AssertionError(
            "%s: part %d is %s, expected %s".formatted(what, i, values[i], wanted[i]));
      }
    }
  }

  /** Relative to the largest result or partial sum. */
  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> HALF_ROUNDING;
      case BFLOAT16 -> 8 * HALF_ROUNDING;
      case FLOAT32, COMPLEX64 -> 2e-5;
      case FLOAT64, COMPLEX128 -> 1e-12;
      default -> 0;
    };
  }

  private static double[] parts(Tensor tensor) {
    double[] parts = new double[2 * Math.toIntExact(tensor.elementCount())];
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          parts[next[0]++] = Elements.doubleAt(tensor.dtype(), address);
          parts[next[0]++] = Elements.imaginaryAt(tensor.dtype(), address);
        });
    return parts;
  }
}
