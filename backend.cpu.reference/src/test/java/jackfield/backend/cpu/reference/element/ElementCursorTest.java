package jackfield.backend.cpu.reference.element;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Cursors over elements and the lengths of arrays. */
class ElementCursorTest {
  @Test
  void goesInRowMajorOrderWhateverTheStrides() {
    try (Tensor matrix = HostData.tensor(new long[] {0, 1, 2, 3, 4, 5}, 2, 3)) {
      Tensor transposed = matrix.alias(new long[] {3, 2}, new long[] {1, 3}, 0);
      Tensor expanded = matrix.alias(new long[] {2, 2}, new long[] {0, 1}, 4);
      assertArrayEquals(new long[] {0, 3, 1, 4, 2, 5}, read(transposed));
      assertArrayEquals(new long[] {4, 5, 4, 5}, read(expanded));
    }
  }

  @Test
  void aTensorWithoutDimensionsHasOneElement() {
    try (Tensor number = HostData.tensor(new long[] {7})) {
      assertArrayEquals(new long[] {7}, read(number));
    }
  }

  @Test
  void anEmptyTensorHasNone() {
    try (Tensor empty = HostData.tensor(new long[0], 3, 0)) {
      ElementCursor cursor = new ElementCursor(empty);
      assertFalse(cursor.hasNext());
      assertThrows(IllegalStateException.class, cursor::next);
    }
  }

  @Test
  void refusesMoreElementsThanAnArrayHolds() {
    assertEquals(5, ArrayLength.of("sort", "self", 5));
    InvalidArgument refusal =
        assertThrows(InvalidArgument.class, () -> ArrayLength.of("sort", "self", 1L << 31));
    assertTrue(refusal.getMessage().contains("2147483648"), refusal.getMessage());
  }

  private static long[] read(Tensor tensor) {
    ElementCursor cursor = new ElementCursor(tensor);
    LongStream.Builder values = LongStream.builder();
    while (cursor.hasNext()) {
      values.add(HostBytes.longAt(cursor.next()));
    }
    return values.build().toArray();
  }
}
