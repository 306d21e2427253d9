package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for 32-bit integers. */
public final class IntLanes {
  public static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;

  private IntLanes() {}

  public static Vector<Integer> load(long address) {
    return IntVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Integer> load(long address, VectorMask<Integer> mask) {
    return MaskedLoads.ints(address, mask);
  }

  public static Vector<Integer> broadcast(Scalar number) {
    return IntVector.broadcast(SPECIES, (int) number.toLong());
  }

  public static Vector<Integer> broadcastAt(long address) {
    return IntVector.broadcast(SPECIES, HostBytes.intAt(address));
  }
}
