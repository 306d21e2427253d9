package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for float64. */
public final class DoubleLanes {
  public static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  private DoubleLanes() {}

  public static Vector<Double> load(long address) {
    return DoubleVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  public static Vector<Double> load(long address, VectorMask<Double> mask) {
    return DoubleVector.fromMemorySegment(
        SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder(), mask);
  }

  public static Vector<Double> broadcast(Scalar number) {
    return DoubleVector.broadcast(SPECIES, number.toDouble());
  }

  public static Vector<Double> broadcast(double number) {
    return DoubleVector.broadcast(SPECIES, number);
  }

  public static Vector<Double> broadcastAt(long address) {
    return DoubleVector.broadcast(SPECIES, HostBytes.doubleAt(address));
  }

  public static double first(Vector<Double> vector) {
    return ((DoubleVector) vector).lane(0);
  }

  public static double max(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.MAX);
  }

  public static double min(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.MIN);
  }

  public static Vector<Double> leastWhole() {
    return DoubleVector.broadcast(SPECIES, 0x1p52);
  }

  public static Vector<Double> copySign(Vector<Double> magnitude, Vector<Double> sign) {
    return magnitude
        .reinterpretAsLongs()
        .or(sign.reinterpretAsLongs().and(Long.MIN_VALUE))
        .reinterpretAsDoubles();
  }

  public static Vector<Double> exp(Vector<Double> exponent) {
    return ((DoubleVector) exponent).lanewise(VectorOperators.EXP);
  }
}
