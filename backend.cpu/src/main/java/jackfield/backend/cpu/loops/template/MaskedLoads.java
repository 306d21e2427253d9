package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loads of the elements that a mask chooses. The JVM reads the whole vector if the processor has no
 * masked load of the type: of bytes and shorts before AVX-512, of all types before AVX and on ARM.
 * The elements that the mask leaves out may then lie in a page that cannot be read, behind a mapped
 * file for instance, and the read would end the process.
 *
 * <p>Memory can be read or not by whole pages. So a vector inside one page is loaded by the JVM,
 * and any other one element by element.
 *
 * <p>Templates have these calls in the place of {@link Blank#load(long, VectorMask)}, so the class
 * is public.
 */
public final class MaskedLoads {
  private static final long PAGE = 4096; // the smallest one of all processors, divides the others
  private static final int MASKED_BYTES = 64; // processors with such vectors have all masked loads
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  private MaskedLoads() {}

  public static Vector<Byte> bytes(long address, VectorMask<Byte> mask) {
    return isInPage(address, ByteLanes.SPECIES)
        ? ByteVector.fromMemorySegment(ByteLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, ByteLanes.SPECIES, mask);
  }

  public static Vector<Short> shorts(long address, VectorMask<Short> mask) {
    return isInPage(address, ShortLanes.SPECIES)
        ? ShortVector.fromMemorySegment(ShortLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, ShortLanes.SPECIES, mask).reinterpretAsShorts();
  }

  public static Vector<Integer> ints(long address, VectorMask<Integer> mask) {
    return isInPage(address, IntLanes.SPECIES)
        ? IntVector.fromMemorySegment(IntLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, IntLanes.SPECIES, mask).reinterpretAsInts();
  }

  public static Vector<Long> longs(long address, VectorMask<Long> mask) {
    return isInPage(address, LongLanes.SPECIES)
        ? LongVector.fromMemorySegment(LongLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, LongLanes.SPECIES, mask).reinterpretAsLongs();
  }

  public static Vector<Float> floats(long address, VectorMask<Float> mask) {
    return isInPage(address, FloatLanes.SPECIES)
        ? FloatVector.fromMemorySegment(FloatLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, FloatLanes.SPECIES, mask).reinterpretAsFloats();
  }

  public static Vector<Double> doubles(long address, VectorMask<Double> mask) {
    return isInPage(address, DoubleLanes.SPECIES)
        ? DoubleVector.fromMemorySegment(DoubleLanes.SPECIES, ALL, address, ORDER, mask)
        : chosen(address, DoubleLanes.SPECIES, mask).reinterpretAsDoubles();
  }

  private static boolean isInPage(long address, VectorSpecies<?> species) {
    int bytes = species.vectorByteSize();
    return bytes == MASKED_BYTES || (address & PAGE - 1) <= PAGE - bytes;
  }

  /** Returns the bytes of the elements that the mask chooses, and zeros for the others. */
  private static ByteVector chosen(long address, VectorSpecies<?> species, VectorMask<?> mask) {
    int element = species.elementSize() / Byte.SIZE;
    byte[] bytes = new byte[species.vectorByteSize()];
    for (int i = 0; i < bytes.length; i++) {
      if (mask.laneIsSet(i / element)) {
        bytes[i] = HostBytes.byteAt(address + i);
      }
    }
    return ByteVector.fromArray(ByteVector.SPECIES_PREFERRED, bytes, 0);
  }
}
