package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for bytes: 8-bit integers, signed or not, and booleans. */
public final class ByteLanes {
  public static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;

  private ByteLanes() {}

  public static Vector<Byte> load(long address) {
    return ByteVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Byte> load(long address, VectorMask<Byte> mask) {
    return MaskedLoads.bytes(address, mask);
  }

  public static Vector<Byte> broadcast(Scalar number) {
    return ByteVector.broadcast(SPECIES, (byte) number.toLong());
  }

  public static Vector<Byte> broadcastAt(long address) {
    return ByteVector.broadcast(SPECIES, HostBytes.byteAt(address));
  }
}
