package jackfield.backend.cpu.loops.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.backend.cpu.loops.Numbers;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class MatrixLoopTest {
  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  /** A matrix over numbers of its own, with gaps between rows, by rows or by columns. */
  private record Laid(Numbers numbers, Matrix matrix, DType type) {
    static Laid random(DType type, int rows, int columns, Random random) {
      boolean byColumns = random.nextBoolean();
      int inner = byColumns ? rows : columns;
      int gap = random.nextInt(3);
      int step = random.nextInt(8) == 0 ? 2 : 1;
      long outerStep = (long) (inner * step + gap) * type.sizeBytes();
      long innerStep = (long) step * type.sizeBytes();
      int outer = byColumns ? columns : rows;
      Numbers numbers = Numbers.plain(type, outer * (inner * step + gap), random);
      Matrix matrix =
          byColumns
              ? new Matrix(numbers.address(), innerStep, outerStep)
              : new Matrix(numbers.address(), outerStep, innerStep);
      return new Laid(numbers, matrix, type);
    }

    double at(int row, int column) {
      return numbers.at((matrix.at(row, column) - numbers.address()) / type.sizeBytes());
    }
  }

  private void agrees(DType type, int rows, int depth, int columns, double alpha) {
    Laid a = Laid.random(type, rows, depth, random);
    Laid b = Laid.random(type, depth, columns, random);
    Laid out = Laid.random(type, rows, columns, random);
    boolean adds = random.nextBoolean();
    double[][] expected = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int k = 0; k < depth; k++) {
          sum += a.at(i, k) * b.at(k, j);
        }
        expected[i][j] = (adds ? out.at(i, j) : 0) + alpha * sum;
      }
    }
    for (int i = 0; !adds && i < out.numbers().count(); i++) {
      out.numbers().put(i, Double.NaN); // a product that does not add must not read it
    }
    run(
        type,
        new MatrixProduct(rows, columns, depth, a.matrix(), b.matrix(), out.matrix(), alpha, adds));
    double tolerance = (type == DType.FLOAT64 ? 1e-12 : 1e-5) * Math.sqrt(depth + 1.0) * 4;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        assertThat(out.at(i, j))
            .as("seed %d: %d x %d x %d at %d, %d", seed, rows, depth, columns, i, j)
            .isCloseTo(expected[i][j], within(tolerance));
      }
    }
    assertThat(out.numbers().isGuarded()).as("seed %d", seed).isTrue();
  }

  private static void run(DType type, MatrixProduct product) {
    MatrixLoop loop = new MatrixLoop(type, PointwiseLoops.scale(), PointwiseLoops.add());
    loop.run(product, MatrixLoopTest::guarded, MatrixLoopTest::guarded);
  }

  private static void guarded(long bytes, LongConsumer use) {
    Numbers memory = new Numbers(DType.UINT8, Math.toIntExact(bytes));
    use.accept(memory.address());
    assertThat(memory.isGuarded()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void productsOfAnyLayoutAgreeWithThreeLoops(DType type) {
    for (int round = 0; round < 40; round++) {
      double alpha = random.nextBoolean() ? 1 : -1.5;
      agrees(type, 1 + random.nextInt(40), 1 + random.nextInt(40), 1 + random.nextInt(80), alpha);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void productsBeyondOneBlockAgreeWithThreeLoops(DType type) {
    agrees(type, 101, 7, 33, 1); // several blocks of rows
    agrees(type, 7, 515, 35, 1); // several blocks of depth
    agrees(type, 3, 5, 1031, 2); // several blocks of columns
    agrees(type, 12, 256, 64, 1); // whole tiles only
  }

  @ParameterizedTest
  @CsvSource({"200, 130, 150", "20, 300, 700", "101, 515, 1031"})
  void theNumberOfThreadsDoesNotChangeTheBits(int rows, int depth, int columns) {
    DType type = DType.FLOAT32;
    Laid a = Laid.random(type, rows, depth, random);
    Laid b = Laid.random(type, depth, columns, random);
    double[][] results = new double[3][];
    int before = Parallel.threads();
    try {
      for (int threads = 1; threads <= results.length; threads++) {
        Parallel.setThreads(threads);
        results[threads - 1] = product(a, b, rows, depth, columns);
      }
    } finally {
      Parallel.setThreads(before);
    }
    assertThat(results[1]).as("seed %d", seed).isEqualTo(results[0]);
    assertThat(results[2]).as("seed %d", seed).isEqualTo(results[0]);
  }

  private static double[] product(Laid a, Laid b, int rows, int depth, int columns) {
    Numbers out = new Numbers(DType.FLOAT32, rows * columns);
    Matrix to = new Matrix(out.address(), (long) columns * Float.BYTES, Float.BYTES);
    run(
        DType.FLOAT32,
        new MatrixProduct(rows, columns, depth, a.matrix(), b.matrix(), to, 1, false));
    return IntStream.range(0, rows * columns).mapToDouble(out::at).toArray();
  }
}
