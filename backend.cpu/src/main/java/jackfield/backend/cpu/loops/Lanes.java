package jackfield.backend.cpu.loops;

import jackfield.tensor.DType;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * What copies of a template for one element type are filled with.
 *
 * @param species the vectors, of the machine's preferred width
 * @param methods the class whose methods fill the blanks that differ by type
 */
record Lanes(VectorSpecies<?> species, Class<?> methods) {
  /** Returns the lanes that hold {@code type}, or null if vectors have no such element. */
  static Lanes of(DType type) {
    return switch (type) {
      case FLOAT32 -> new Lanes(FloatVector.SPECIES_PREFERRED, FloatLanes.class);
      case FLOAT64 -> new Lanes(DoubleVector.SPECIES_PREFERRED, DoubleLanes.class);
      case INT64 -> new Lanes(LongVector.SPECIES_PREFERRED, LongLanes.class);
      case INT32 -> new Lanes(IntVector.SPECIES_PREFERRED, IntLanes.class);
      case INT16 -> new Lanes(ShortVector.SPECIES_PREFERRED, ShortLanes.class);
      case INT8, UINT8, BOOL -> new Lanes(ByteVector.SPECIES_PREFERRED, ByteLanes.class);
      case FLOAT16, BFLOAT16, COMPLEX64, COMPLEX128 -> null;
    };
  }
}
