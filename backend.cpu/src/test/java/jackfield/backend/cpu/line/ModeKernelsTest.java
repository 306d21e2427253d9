package jackfield.backend.cpu.line;

import jackfield.aten.Mode;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The most frequent elements and their positions are those of the reference. */
@Tag("slow")
final class ModeKernelsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, long dim) {
    Mode.Result found = twins.fast.mode(self, dim, false);
    Mode.Result wanted = twins.twin.mode(self, dim, false);
    twins.expectSame("mode of " + self, found.values(), wanted.values());
    twins.expectSame("places of the mode of " + self, found.indices(), wanted.indices());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void modesOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      boolean hasSpecial = round % 2 == 0;
      long length = 1 + twins.length();
      agree(twins.tensor(type, hasSpecial, length, 1 + twins.random.nextInt(7)), 0);
      agree(twins.tensor(type, hasSpecial, 4, 1 + twins.random.nextInt(5), 3), 1);
    }
    agree(twins.tensor(type, true), 0);
    agree(twins.tensor(type, true, 0, 3), 1);
    agree(twins.tensor(type, true, 9_001), 0);
  }
}
