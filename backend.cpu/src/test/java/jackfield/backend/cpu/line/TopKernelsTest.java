package jackfield.backend.cpu.line;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first elements of an order, and their positions among equal ones, are the reference's. */
@Tag("slow")
final class TopKernelsTest {
  private final Twins twins = new Twins();

  private void agree(String what, Function<Aten, Tensor> call) {
    twins.expectSame(what, call.apply(twins.fast), call.apply(twins.twin));
  }

  private void agree(Tensor self, long k, long dim) {
    for (boolean largest : new boolean[] {true, false}) {
      String what = "%d along %d of %s, largest %s".formatted(k, dim, self, largest);
      agree(what, aten -> aten.topk(self, k, dim, largest, true).values());
      agree("places, " + what, aten -> aten.topk(self, k, dim, largest, false).indices());
    }
  }

  private void agree(Tensor self, long dim) {
    long length = self.rank() == 0 ? 1 : self.size((int) dim);
    for (long k : new long[] {0, 1, length / 65, length / 20, length / 2, length}) {
      agree(self, Math.min(k, length), dim);
    }
    agree(self, twins.random.nextInt((int) length + 1), dim);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void orderOfManyEqualElementsAgrees(DType type) {
    for (int round = 0; round < 30; round++) {
      agree(twins.tensor(type, round % 3 > 0, twins.length(), 1 + twins.random.nextInt(4)), 0);
      agree(twins.tensor(type, true, 2, 3, twins.length()), 2);
    }
    agree(twins.tensor(type, false), 0);
    agree(twins.tensor(type, false, 3, 0, 2), 2);
  }

  /** Lengths on both sides of those that are worth a selection, and of digits of RadixOrder. */
  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT16", "INT32", "INT64", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void orderOfRandomBitsAgrees(DType type) {
    for (long length : new long[] {1, 2, 3, 63, 64, 65, 128, 1_000, 9_001}) {
      Tensor self = HostData.empty(type, length);
      HostData.forEachAddress(
          self,
          address -> {
            for (int i = 0; i < type.sizeBytes(); i++) {
              HostBytes.putByte(address + i, (byte) twins.random.nextInt(256));
            }
          });
      agree(self, 0);
    }
  }

  /** Orders in which quickselect and quicksort turn to heaps. */
  @Test
  void orderAgreesForLinesThatDefeatMedians() {
    for (int count : new int[] {200, 1_000, 4_000}) {
      double[] pipe = new double[count];
      for (int i = 0; i < count; i++) {
        pipe[i] = i % 2 == 0 ? i : count - i;
      }
      agree(twins.numbers(DType.FLOAT32, pipe), 0);
      agree(twins.numbers(DType.FLOAT64, killer(count)), 0);
    }
  }

  /** Returns numbers of which each median of three is one of the smallest that are left. */
  private static double[] killer(int count) {
    double[] numbers = new double[count];
    int half = count / 2;
    for (int i = 0; i < half; i++) {
      numbers[i] = i % 2 == 0 ? i + 1 : half + i + (half % 2 == 0 ? 0 : 1);
      numbers[half + i] = 2.0 * (i + 1);
    }
    return numbers;
  }
}
