package jackfield.backend.cuda.random;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.random.IntegerRange;
import jackfield.aten.random.RandomLoop;
import jackfield.aten.random.RealDistribution;
import jackfield.backend.cuda.launch.KernelAnswer;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Generator;

/**
 * The bodies of the random operators. The host reserves the numbers of a call and passes seed and
 * offset; each thread computes the words of its elements. What depends on a library of functions is
 * computed on the host, once for a call.
 */
public final class RandomBodies {
  private static final int OFFSET_SHIFT = 2; // the counter is a quarter of the offset
  private static final int IN_A_ROW = 4; // elements of one thread, as in random.cu

  private final Launcher launcher;

  /** Creates the bodies. */
  public RandomBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.UNIFORM_, this::uniform)
        .structured(Aten.NORMAL_, this::normal)
        .structured(
            Aten.LOG_NORMAL_,
            (it, mean, std, generator) -> draw("log_normal", it, generator, mean, std))
        .structured(
            Aten.EXPONENTIAL_, (it, lambd, generator) -> draw("exponential", it, generator, lambd))
        .structured(
            Aten.CAUCHY_,
            (it, median, sigma, generator) -> draw("cauchy", it, generator, median, sigma))
        .structured(
            Aten.GEOMETRIC_,
            (it, p, generator) ->
                draw("geometric", it, generator, RealDistribution.logOfFailure(p)))
        .structured(
            Aten.BERNOULLI__FLOAT, (it, p, generator) -> draw("bernoulli", it, generator, p))
        .structured(Aten.BERNOULLI_, this::bernoulliOfTensor)
        .structured(Aten.RANDOM__FROM, this::integers);
  }

  private void uniform(ElementwiseIterator it, double from, double to, Generator generator) {
    double last = RealDistribution.last(it.type(0).realType(), from, to);
    draw("uniform", it, generator, from, to - from, last);
  }

  private void normal(ElementwiseIterator it, double mean, double std, Generator generator) {
    double ofPart = it.type(0).isComplex() ? std / Math.sqrt(2) : std;
    draw("normal", it, generator, mean, ofPart);
  }

  private void bernoulliOfTensor(ElementwiseIterator it, Generator generator) {
    checkProbabilities(it);
    draw("bernoulli_each", it, generator);
  }

  private void checkProbabilities(ElementwiseIterator it) {
    if (it.count() == 0) {
      return;
    }
    try (KernelAnswer answer = new KernelAnswer(launcher)) {
      launcher.cooperative(
          "bernoulli_", "draw_check", it.parameters().with(answer.address()), 1, it.count());
      long[] found = answer.readBlocking();
      if (found[0] >= 0) {
        RealDistribution.checkProbability("bernoulli_", Double.longBitsToDouble(found[1]));
      }
    }
  }

  private void integers(ElementwiseIterator it, long from, Long to, Generator generator) {
    IntegerRange range = IntegerRange.of(it.type(0), from, to);
    launch("integers", it, generator, range.least(), range.count());
  }

  private void draw(
      String distribution, ElementwiseIterator it, Generator generator, double... numbers) {
    long[] words = new long[numbers.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = Double.doubleToRawLongBits(numbers[i]);
    }
    launch(distribution, it, generator, words);
  }

  private void launch(
      String distribution, ElementwiseIterator it, Generator generator, long... numbers) {
    Generator.State start = RandomLoop.reserve(it, generator).start();
    launcher.elementwise(
        distribution,
        "draw_" + distribution + "_" + it.type(0),
        it.parameters().with(start.seed(), start.offset() >>> OFFSET_SHIFT).with(numbers),
        (it.count() + IN_A_ROW - 1) / IN_A_ROW);
  }
}
