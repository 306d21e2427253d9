package jackfield.backend.cpu.loops;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for 64-bit integers. */
final class LongLanes {
  static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;

  private LongLanes() {}

  static Vector<Long> load(long address) {
    return LongVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  static Vector<Long> load(long address, VectorMask<Long> mask) {
    return LongVector.fromMemorySegment(
        SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder(), mask);
  }

  static Vector<Long> broadcast(Scalar number) {
    return LongVector.broadcast(SPECIES, number.toLong());
  }
}
