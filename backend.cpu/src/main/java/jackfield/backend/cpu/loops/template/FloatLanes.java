package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for float32. */
public final class FloatLanes {
  public static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private FloatLanes() {}

  public static Vector<Float> load(long address) {
    return FloatVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Float> load(long address, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(
        SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder(), mask);
  }

  public static Vector<Float> broadcast(Scalar number) {
    return FloatVector.broadcast(SPECIES, (float) number.toDouble());
  }

  public static Vector<Float> broadcast(double number) {
    return FloatVector.broadcast(SPECIES, (float) number);
  }

  public static Vector<Float> broadcastAt(long address) {
    return FloatVector.broadcast(SPECIES, HostBytes.floatAt(address));
  }

  public static double first(Vector<Float> vector) {
    return ((FloatVector) vector).lane(0);
  }

  public static double max(Vector<Float> vector) {
    return ((FloatVector) vector).reduceLanes(VectorOperators.MAX);
  }

  public static Vector<Float> leastWhole() {
    return FloatVector.broadcast(SPECIES, 0x1p23f);
  }

  public static Vector<Float> copySign(Vector<Float> magnitude, Vector<Float> sign) {
    return magnitude
        .reinterpretAsInts()
        .or(sign.reinterpretAsInts().and(Integer.MIN_VALUE))
        .reinterpretAsFloats();
  }
}
