package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RowProductTest {
  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);
  private final MatrixKernels kernels = new MatrixKernels(new SharedLoops(), new Workspaces());

  /** Returns a matrix by rows or by columns, with gaps or without, at any offset. */
  private Tensor matrix(DType type, long rows, long columns) {
    long step = random.nextInt(4) == 0 ? 2 : 1;
    boolean isByRows = random.nextBoolean();
    long outer = (isByRows ? columns : rows) * step + random.nextInt(3);
    int offset = random.nextInt(4);
    Tensor storage = HostData.empty(type, (isByRows ? rows : columns) * outer + offset + 1);
    HostData.forEachAddress(
        storage, address -> Elements.putDouble(type, address, random.nextGaussian()));
    long[] strides = isByRows ? new long[] {outer, step} : new long[] {step, outer};
    return storage.alias(new long[] {rows, columns}, strides, offset);
  }

  private static double at(Tensor tensor, long row, long column) {
    long element = row * tensor.stride(0) + column * tensor.stride(1);
    return Elements.doubleAt(
        tensor.dtype(), tensor.address() + element * tensor.dtype().sizeBytes());
  }

  private void agrees(DType type, long rows, long depth, long columns) {
    Tensor a = matrix(type, rows, depth);
    Tensor b = matrix(type, depth, columns);
    Tensor added = matrix(type, rows, columns);
    Tensor out = matrix(type, rows, columns);
    kernels.addmm(added, a, b, Scalar.of(0.5), Scalar.of(-1.5), out);
    double tolerance = (type == DType.FLOAT64 ? 1e-13 : 4e-5) * Math.sqrt(depth + 1.0);
    for (long i = 0; i < rows; i++) {
      for (long j = 0; j < columns; j++) {
        double sum = 0;
        for (long k = 0; k < depth; k++) {
          sum += at(a, i, k) * at(b, k, j);
        }
        assertThat(at(out, i, j))
            .as("seed %d: %d x %d x %d at %d, %d", seed, rows, depth, columns, i, j)
            .isCloseTo(0.5 * at(added, i, j) - 1.5 * sum, within(tolerance));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void rowsAndColumnsOfAnyLayoutAgreeWithThreeLoops(DType type) {
    for (int round = 0; round < 60; round++) {
      long depth = 1L + random.nextInt(200);
      long wide = 1L + random.nextInt(200);
      agrees(type, 1, depth, wide);
      agrees(type, wide, depth, 1);
    }
    agrees(type, 1, 5000, 1);
    agrees(type, 1, 9, 5003);
    agrees(type, 5003, 9, 1);
    agrees(type, 2100, 1, 1);
  }

  @Test
  void theNumberOfThreadsDoesNotChangeTheBits() {
    for (int round = 0; round < 4; round++) {
      Tensor a = matrix(DType.FLOAT32, 1, 300);
      Tensor b = matrix(DType.FLOAT32, 300, 9001);
      assertThat(product(a, b, 2)).as("seed %d", seed).isEqualTo(product(a, b, 1));
    }
  }

  private double[] product(Tensor a, Tensor b, int threads) {
    Tensor out = HostData.empty(DType.FLOAT32, 1, b.size(1));
    int before = Parallel.threads();
    try {
      Parallel.setThreads(threads);
      kernels.mm(a, b, out);
    } finally {
      Parallel.setThreads(before);
    }
    double[] values = new double[Math.toIntExact(b.size(1))];
    for (int i = 0; i < values.length; i++) {
      values[i] = at(out, 0, i);
    }
    return values;
  }
}
