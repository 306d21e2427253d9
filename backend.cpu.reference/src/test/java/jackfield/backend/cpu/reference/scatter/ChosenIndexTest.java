package jackfield.backend.cpu.reference.scatter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Indexes are checked each time they are read. */
class ChosenIndexTest {
  @Test
  void refusesAnIndexThatChangedAfterItsCheck() {
    try (Tensor index = HostData.tensor(new long[] {2})) {
      ChosenIndex chosen = new ChosenIndex("put", DType.INT64, 3, true);
      assertEquals(2, chosen.at(index.address()));
      HostBytes.putLong(index.address(), 1L << 40); // as another thread may do
      assertThrows(InvalidArgument.class, () -> chosen.at(index.address()));
    }
  }

  @Test
  void countsNegativeIndexesFromTheEndWhereTheyAreTaken() {
    try (Tensor index = HostData.tensor(new long[] {-3})) {
      assertEquals(0, new ChosenIndex("put", DType.INT64, 3, true).at(index.address()));
      ChosenIndex positive = new ChosenIndex("gather", DType.INT64, 3, false);
      assertThrows(InvalidArgument.class, () -> positive.at(index.address()));
    }
  }
}
