package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for 64-bit integers. */
public final class LongLanes {
  public static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;

  private LongLanes() {}

  public static Vector<Long> load(long address) {
    return LongVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Long> load(long address, VectorMask<Long> mask) {
    return MaskedLoads.longs(address, mask);
  }

  public static Vector<Long> broadcast(Scalar number) {
    return LongVector.broadcast(SPECIES, number.toLong());
  }

  public static Vector<Long> broadcastAt(long address) {
    return LongVector.broadcast(SPECIES, HostBytes.longAt(address));
  }
}
