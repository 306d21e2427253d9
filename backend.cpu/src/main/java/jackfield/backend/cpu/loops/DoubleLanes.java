package jackfield.backend.cpu.loops;

import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Fills the blanks of templates for float64. */
final class DoubleLanes {
  static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  private DoubleLanes() {}

  static Vector<Double> load(long address) {
    return DoubleVector.fromMemorySegment(SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder());
  }

  static Vector<Double> load(long address, VectorMask<Double> mask) {
    return DoubleVector.fromMemorySegment(
        SPECIES, HostBytes.ALL, address, ByteOrder.nativeOrder(), mask);
  }

  static Vector<Double> broadcast(Scalar number) {
    return DoubleVector.broadcast(SPECIES, number.toDouble());
  }

  static Vector<Double> broadcast(double number) {
    return DoubleVector.broadcast(SPECIES, number);
  }

  static Vector<Double> broadcastAt(long address) {
    return DoubleVector.broadcast(SPECIES, HostBytes.doubleAt(address));
  }

  static double sum(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.ADD);
  }

  static double max(Vector<Double> vector) {
    return ((DoubleVector) vector).reduceLanes(VectorOperators.MAX);
  }
}
