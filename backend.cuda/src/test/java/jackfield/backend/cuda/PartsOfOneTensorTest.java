package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decompositions on the host whose outputs are parts of one tensor of the device. */
@Tag("slow") // compiles all kernels with g++
final class PartsOfOneTensorTest {
  private static final int ROUNDS = 200;

  @Test
  void twoThreadsWriteTheirPartsOfOneTensor() throws Exception {
    try (PluggedCuda cuda = new PluggedCuda();
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Aten aten = cuda.aten();
      Tensor all = cuda.move(HostData.tensor(new double[8], 2, 2, 2));
      CyclicBarrier start = new CyclicBarrier(2);
      Future<?> first = threads.submit(() -> write(cuda, start, aten.select(all, 0, 0)));
      Future<?> second = threads.submit(() -> write(cuda, start, aten.select(all, 0, 1)));
      first.get();
      second.get();
      double last = 1.0 / ROUNDS;
      assertThat(cuda.read(all)).containsExactly(last, 0, 0, last, last, 0, 0, last);
    }
  }

  /** Writes the inverses of one diagonal matrix after another. */
  private static Void write(PluggedCuda cuda, CyclicBarrier start, Tensor part) throws Exception {
    Aten aten = cuda.aten();
    for (int round = 1; round <= ROUNDS; round++) {
      Tensor matrix = cuda.move(HostData.tensor(new double[] {round, 0, 0, round}, 2, 2));
      Tensor info = cuda.move(HostData.empty(DType.INT32));
      start.await(1, TimeUnit.MINUTES); // the other thread may have failed
      var _ = aten.linalgInvExOut(matrix, false, part, info);
      assertThat(cuda.read(part)).containsExactly(1.0 / round, 0, 0, 1.0 / round);
    }
    return null;
  }
}
