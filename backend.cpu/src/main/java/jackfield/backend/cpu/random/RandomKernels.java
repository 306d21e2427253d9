package jackfield.backend.cpu.random;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.random.HostBodies;
import jackfield.aten.random.IntegerRange;
import jackfield.aten.random.RandomLoop;
import jackfield.aten.random.RealDistribution;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.random.QuantileLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Generator;
import jackfield.tensor.Scalar;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Random numbers, with the bits of the bodies of {@code operators.aten} for any number of threads.
 * Distributions without a vector loop, and complex elements, are computed by those bodies.
 */
public final class RandomKernels {
  private static final long GRAIN = 4096; // a number takes 1 to 20 nanoseconds

  private final Workspaces workspaces;
  private final HostBodies bodies =
      new HostBodies((count, body) -> Parallel.range(count, GRAIN, body));
  private final ByType<PointwiseLoop> uniform = QuantileLoops.of("uniform");
  private final ByType<PointwiseLoop> bernoulli = QuantileLoops.of("bernoulli");
  private final ByType<PointwiseLoop> bernoulliOfTensor = QuantileLoops.ofTwo("bernoulliOfTensor");
  private final ByType<FoldLoop> minimum = FoldLoops.min();
  private final ByType<FoldLoop> maximum = FoldLoops.max();
  private final ByType<PointwiseLoop> exponential = QuantileLoops.of("exponential");
  private final ByType<PointwiseLoop> root = QuantileLoops.of("root");
  private final ByType<PointwiseLoop> nearTail = QuantileLoops.of("nearTail");
  private final ByType<PointwiseLoop> tail = QuantileLoops.ofTwo("tail");
  private final ByType<PointwiseLoop> normal = QuantileLoops.ofTwo("normal");

  /** Creates the kernels. */
  public RandomKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    kernels
        .structured(Aten.UNIFORM_, this::uniform)
        .structured(Aten.NORMAL_, this::normal)
        .structured(Aten.LOG_NORMAL_, bodies::logNormal)
        .structured(Aten.EXPONENTIAL_, this::exponential)
        .structured(Aten.CAUCHY_, bodies::cauchy)
        .structured(Aten.GEOMETRIC_, bodies::geometric)
        .structured(Aten.BERNOULLI__FLOAT, this::bernoulli)
        .structured(Aten.BERNOULLI_, this::bernoulliOfTensor)
        .structured(Aten.RANDOM__FROM, this::integers);
  }

  private void uniform(ElementwiseIterator it, double from, double to, Generator generator) {
    DType type = it.type(0);
    if (type.isComplex()) {
      bodies.uniform(it, from, to, generator);
      return;
    }
    fill(
        it,
        generator,
        Shares.fromZero(type),
        uniform.of(DType.FLOAT64),
        Scalar.of(from),
        Scalar.of(to - from),
        Scalar.of(RealDistribution.last(type, from, to)));
  }

  private void normal(ElementwiseIterator it, double mean, double std, Generator generator) {
    DType type = it.type(0);
    if (type.isComplex()) {
      bodies.normal(it, mean, std, generator);
      return;
    }
    fill(it, generator, Shares.between(type), normalOf(type), Scalar.of(mean), Scalar.of(std));
  }

  /** Returns the loop of blocks of the normal distribution; 32 bits reach no far tail. */
  private PointwiseLoop normalOf(DType type) {
    DType real = DType.FLOAT64;
    PointwiseLoop roots = root.of(real);
    PointwiseLoop near = nearTail.of(real);
    PointwiseLoop far = type == real ? tail.of(real) : null;
    PointwiseLoop quantile = normal.of(real);
    return (out, shares, b, c, count, numbers) ->
        workspaces.use(
            2L * Shares.MOST * Double.BYTES,
            memory -> {
              long sizes = memory + (long) Shares.MOST * Double.BYTES;
              roots.run(memory, shares, 0, 0, count, Scalar.ONE);
              near.run(sizes, memory, 0, 0, count, Scalar.ONE);
              if (far != null) {
                far.run(sizes, memory, sizes, 0, count, Scalar.ONE);
              }
              quantile.run(out, shares, sizes, 0, count, numbers);
            });
  }

  private void exponential(ElementwiseIterator it, double lambd, Generator generator) {
    fill(
        it, generator, Shares.between(it.type(0)), exponential.of(DType.FLOAT64), Scalar.of(lambd));
  }

  private void bernoulli(ElementwiseIterator it, double p, Generator generator) {
    fill(it, generator, Shares.toCompare(), bernoulli.of(DType.FLOAT64), Scalar.of(p));
  }

  private void fill(
      ElementwiseIterator it,
      Generator generator,
      Shares shares,
      PointwiseLoop quantile,
      Scalar... numbers) {
    forEachBlock(
        it,
        generator,
        shares,
        (from, count, values) -> {
          quantile.run(values, values, 0, 0, Shares.rounded(count), numbers);
          put(it, from, count, values);
        });
  }

  /** Takes shares of a block of elements, which it may change. */
  @FunctionalInterface
  private interface Block {
    void run(long from, int count, long shares);
  }

  private void forEachBlock(
      ElementwiseIterator it, Generator generator, Shares shares, Block block) {
    Generator.State start = RandomLoop.reserve(it, generator).start();
    Parallel.range(
        it.count(),
        GRAIN,
        (first, end) ->
            workspaces.use(
                Shares.BYTES,
                memory -> {
                  for (long from = first; from < end; from += Shares.BLOCK) {
                    int count = (int) Math.min(Shares.BLOCK, end - from);
                    block.run(from, count, shares.write(start, from, count, memory));
                  }
                }));
  }

  private static void put(ElementwiseIterator it, long from, int count, long values) {
    DType type = it.type(0);
    long[] next = {values};
    it.forEachRow(
        from,
        from + count,
        (at, step, length) -> {
          StridedCopy.copy(DType.FLOAT64, next[0], Double.BYTES, type, at[0], step[0], length);
          next[0] += length * Double.BYTES;
        });
  }

  /** Draws 1 with the probability of operand 1 at that place, and else 0. */
  private void bernoulliOfTensor(ElementwiseIterator it, Generator generator) {
    checkProbabilities(it);
    PointwiseLoop loop = bernoulliOfTensor.of(DType.FLOAT64);
    forEachBlock(
        it,
        generator,
        Shares.toCompare(),
        (from, count, shares) ->
            workspaces.use(
                Shares.BLOCK * Double.BYTES,
                probabilities -> {
                  probabilities(it, from, count, probabilities);
                  loop.run(shares, shares, probabilities, 0, count, Scalar.ONE);
                  put(it, from, count, shares);
                }));
  }

  private static void probabilities(ElementwiseIterator it, long from, int count, long to) {
    DType type = it.type(1);
    long[] next = {to};
    it.forEachRow(
        from,
        from + count,
        (at, step, length) -> {
          StridedCopy.copy(type, at[1], step[1], DType.FLOAT64, next[0], Double.BYTES, length);
          next[0] += length * Double.BYTES;
        });
  }

  /** Checks probabilities before anything is written; the first wrong one is in the error. */
  private void checkProbabilities(ElementwiseIterator it) {
    AtomicBoolean isWrong = new AtomicBoolean();
    Parallel.range(
        it.count(),
        Shares.BLOCK,
        (from, to) ->
            workspaces.use(
                (to - from) * Double.BYTES,
                block -> {
                  probabilities(it, from, (int) (to - from), block);
                  double least = minimum.of(DType.FLOAT64).run(0, block, 0, to - from, 0);
                  double most = maximum.of(DType.FLOAT64).run(0, block, 0, to - from, 0);
                  if (!(least >= 0 && most <= 1)) {
                    isWrong.set(true);
                  }
                }));
    if (isWrong.get()) {
      refuse(it);
    }
  }

  private static void refuse(ElementwiseIterator it) {
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double probability = Elements.doubleAt(it.type(1), at[1] + i * step[1]);
        RealDistribution.checkProbability("bernoulli_", probability);
      }
    });
  }

  /** Draws integers; up to 2³² different ones take two words. */
  private void integers(ElementwiseIterator it, long from, Long to, Generator generator) {
    IntegerRange range = IntegerRange.of(it.type(0), from, to);
    if ((range.count() - 1) >>> Integer.SIZE != 0) {
      bodies.integers(it, from, to, generator);
      return;
    }
    DType type = it.type(0);
    forEachBlock(
        it,
        generator,
        Shares.words(),
        (first, count, words) -> {
          long[] next = {words};
          it.forEachRow(
              first,
              first + count,
              (at, step, length) -> {
                for (long i = 0; i < length; i++) {
                  long pair = HostBytes.longAt(next[0] + i * Long.BYTES);
                  long value = range.least() + Math.unsignedMultiplyHigh(pair, range.count());
                  Elements.putLong(type, at[0] + i * step[0], value);
                }
                next[0] += length * Long.BYTES;
              });
        });
  }
}
