package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Exchanges rows and columns of sixteen rows of four-byte numbers, bit for bit, with the vectors of
 * AVX-512, whose shuffles of two vectors are one instruction.
 *
 * <p>Merging row i with row i + 8, number by number, four times in a row transposes a block of
 * sixteen by sixteen. Two merges are done in registers, the block in between is in an array.
 *
 * <p>Each line of a cache is read or written once and whole. So matrices whose rows are a power of
 * two apart take no longer than others, though their lines share few places of the cache.
 */
final class SixteenRows {
  static final int ROWS = 16;

  /** Whether the processor has such vectors; else {@link FourRows} is faster. */
  static final boolean IS_FAST = IntVector.SPECIES_PREFERRED.length() >= ROWS;

  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_512;
  private static final int QUARTER = ROWS / 4;
  private static final IntVector FIRST_HALVES = merged(0);
  private static final IntVector LAST_HALVES = merged(ROWS / 2);
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private SixteenRows() {}

  /** Returns the places of the numbers when half of each of two vectors is merged. */
  private static IntVector merged(int first) {
    int[] places = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      places[i] = first + i / 2 + i % 2 * ROWS;
    }
    return IntVector.fromArray(SPECIES, places, 0);
  }

  /**
   * Copies sixteen rows to columns, as many whole blocks of sixteen columns as they have.
   *
   * @param from the address of the first row, whose numbers are adjacent
   * @param step bytes from one row to the next
   * @param count the numbers of a row
   * @param to the address of the first column's sixteen numbers, which are adjacent
   * @param toStep bytes from one column to the next
   * @param block scratch memory of {@link #newBlock}
   * @return the number of columns that were copied
   */
  static long transpose(long from, long step, long count, long to, long toStep, int[] block) {
    long columns = count - count % ROWS;
    for (long column = 0; column < columns; column += ROWS) {
      read(from + column * Integer.BYTES, step, block);
      write(block, to + column * toStep, toStep);
    }
    return columns;
  }

  static int[] newBlock() {
    return new int[ROWS * ROWS];
  }

  private static IntVector load(long address) {
    return IntVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ORDER);
  }

  private static void read(long from, long step, int[] block) {
    long rows = from & Template.ADDRESS_BITS;
    for (int i = 0; i < QUARTER; i++) {
      long row = rows + i * step;
      IntVector a = load(row);
      IntVector b = load(row + 4 * step);
      IntVector c = load(row + 8 * step);
      IntVector d = load(row + 12 * step);
      IntVector firstOfAc = FIRST_HALVES.selectFrom(a, c);
      IntVector firstOfBd = FIRST_HALVES.selectFrom(b, d);
      IntVector lastOfAc = LAST_HALVES.selectFrom(a, c);
      IntVector lastOfBd = LAST_HALVES.selectFrom(b, d);
      int at = i * 4 * ROWS;
      FIRST_HALVES.selectFrom(firstOfAc, firstOfBd).intoArray(block, at);
      LAST_HALVES.selectFrom(firstOfAc, firstOfBd).intoArray(block, at + ROWS);
      FIRST_HALVES.selectFrom(lastOfAc, lastOfBd).intoArray(block, at + 2 * ROWS);
      LAST_HALVES.selectFrom(lastOfAc, lastOfBd).intoArray(block, at + 3 * ROWS);
    }
  }

  private static void write(int[] block, long to, long step) {
    long rows = to & Template.ADDRESS_BITS;
    for (int i = 0; i < QUARTER; i++) {
      IntVector a = IntVector.fromArray(SPECIES, block, i * ROWS);
      IntVector b = IntVector.fromArray(SPECIES, block, (i + 4) * ROWS);
      IntVector c = IntVector.fromArray(SPECIES, block, (i + 8) * ROWS);
      IntVector d = IntVector.fromArray(SPECIES, block, (i + 12) * ROWS);
      IntVector firstOfAc = FIRST_HALVES.selectFrom(a, c);
      IntVector firstOfBd = FIRST_HALVES.selectFrom(b, d);
      IntVector lastOfAc = LAST_HALVES.selectFrom(a, c);
      IntVector lastOfBd = LAST_HALVES.selectFrom(b, d);
      long row = rows + 4L * i * step;
      store(FIRST_HALVES.selectFrom(firstOfAc, firstOfBd), row);
      store(LAST_HALVES.selectFrom(firstOfAc, firstOfBd), row + step);
      store(FIRST_HALVES.selectFrom(lastOfAc, lastOfBd), row + 2 * step);
      store(LAST_HALVES.selectFrom(lastOfAc, lastOfBd), row + 3 * step);
    }
  }

  private static void store(IntVector vector, long address) {
    vector.intoMemorySegment(HostBytes.ALL, address, ORDER);
  }
}
