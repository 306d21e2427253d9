package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for 16-bit integers. */
public final class ShortLanes {
  public static final VectorSpecies<Short> SPECIES = ShortVector.SPECIES_PREFERRED;

  private ShortLanes() {}

  public static Vector<Short> load(long address) {
    return ShortVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Short> load(long address, VectorMask<Short> mask) {
    return MaskedLoads.shorts(address, mask);
  }

  public static Vector<Short> broadcast(Scalar number) {
    return ShortVector.broadcast(SPECIES, (short) number.toLong());
  }

  public static Vector<Short> broadcastAt(long address) {
    return ShortVector.broadcast(SPECIES, HostBytes.shortAt(address));
  }
}
