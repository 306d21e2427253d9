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

/** Elements that are chosen by order, and their positions, are those of the reference. */
@Tag("slow")
final class SelectionKernelsTest {
  private final Twins twins = new Twins();

  private void agree(String what, Function<Aten, Tensor> call) {
    twins.expectSame(what, call.apply(twins.fast), call.apply(twins.twin));
  }

  private void agree(Tensor self, long dim) {
    String what = "along %d of %s".formatted(dim, self);
    agree("median " + what, aten -> aten.median(self, dim, false).values());
    agree("median, places " + what, aten -> aten.median(self, dim, true).indices());
    agree("nanmedian " + what, aten -> aten.nanmedian(self, dim, true).values());
    agree("nanmedian, places " + what, aten -> aten.nanmedian(self, dim, false).indices());
    agree("median", aten -> aten.median(self));
    agree("nanmedian", aten -> aten.nanmedian(self));
    long length = self.rank() == 0 ? 1 : self.size((int) dim);
    for (long k : new long[] {1, length, 1 + twins.random.nextInt((int) length)}) {
      agree(
          "kthvalue %d ".formatted(k) + what, aten -> aten.kthvalue(self, k, dim, false).values());
      agree("place %d ".formatted(k) + what, aten -> aten.kthvalue(self, k, dim, true).indices());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void choicesAmongManyEqualElementsAgree(DType type) {
    for (int round = 0; round < 40; round++) {
      long length = Math.max(1, twins.length());
      agree(twins.tensor(type, round % 3 > 0, length, 1 + twins.random.nextInt(4)), 0);
      agree(twins.tensor(type, true, 2, 3, length), 1 + round % 2);
    }
    agree(twins.tensor(type, false), 0);
  }

  /** Lengths on both sides of those where insertion ends and where digits become longer. */
  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT16", "INT32", "INT64", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void choicesAmongRandomBitsAgree(DType type) {
    for (long length : new long[] {1, 2, 3, 32, 33, 255, 256, 257, 5_003}) {
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

  @Test
  void numbersAreFoundBesideNaN() {
    double nan = Double.NaN;
    for (DType type : new DType[] {DType.FLOAT16, DType.FLOAT32, DType.FLOAT64}) {
      agree(twins.numbers(type, nan, nan, nan), 0);
      agree(twins.numbers(type, 3, nan, 1, -nan, 2), 0);
      agree(twins.numbers(type, 0.0, -0.0, nan, -0.0, 0.0), 0);
    }
  }

  @Test
  void theMedianOfNothingIsNaN() {
    Tensor none = twins.tensor(DType.FLOAT32, false, 0, 3);
    agree("median", aten -> aten.median(none));
    agree("nanmedian", aten -> aten.nanmedian(none));
    agree("median along 1", aten -> aten.median(none, 1, false).values());
    agree("kthvalue along 1", aten -> aten.kthvalue(none, 2, 1, false).indices());
  }
}
