package jackfield.backend.cpu.line;

import jackfield.backend.cpu.Twins;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class SortKernelsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, long dim, boolean isDescending) {
    var found = twins.fast.sort(self, true, dim, isDescending);
    var expected = twins.twin.sort(self, true, dim, isDescending);
    twins.expectSame("positions", found.indices(), expected.indices());
    twins.expectSame("values", found.values(), expected.values());
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void linesAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(4));
      agree(self, twins.random.nextInt(2), twins.random.nextBoolean());
    }
    agree(twins.tensor(type, false), 0, false);
    agree(twins.tensor(type, false, 0, 3), 0, false);
    agree(twins.tensor(type, false, 3, 0), 0, true);
  }

  /** Lengths on both sides of those where insertion ends and where digits become longer. */
  @ParameterizedTest
  @EnumSource(names = {"INT8", "INT16", "INT32", "INT64", "FLOAT16", "FLOAT32", "FLOAT64"})
  void linesOfRandomBitsAgreeWithTheirTwin(DType type) {
    for (long length : new long[] {2, 48, 49, 255, 4095, 4096, 5003}) {
      Tensor self = HostData.empty(type, length);
      HostData.forEachAddress(
          self,
          address -> {
            for (int i = 0; i < type.sizeBytes(); i++) {
              HostBytes.putByte(address + i, (byte) twins.random.nextInt(256));
            }
          });
      agree(self, 0, false);
      agree(self, 0, true);
    }
  }

  @Test
  void outputsMayHaveAnyLayout() {
    for (int round = 0; round < 20; round++) {
      Tensor self = twins.tensor(DType.FLOAT32, true, 70, 3);
      Tensor values = twins.tensor(DType.FLOAT32, false, 70, 3);
      Tensor positions = twins.tensor(DType.INT64, false, 70, 3);
      var expected = twins.twin.sort(self, true, 0, false);
      twins.fast.sortOut(self, true, 0, false, values, positions);
      twins.expectEqual("values", values, expected.values());
      twins.expectEqual("positions", positions, expected.indices());
    }
  }
}
