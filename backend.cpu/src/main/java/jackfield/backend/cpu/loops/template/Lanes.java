package jackfield.backend.cpu.loops.template;

import jackfield.tensor.DType;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The parts that differ by element type in copies of a template.
 *
 * @param species the vectors, of the machine's preferred width
 * @param methods the class whose methods fill the blanks that differ by type
 */
public record Lanes(VectorSpecies<?> species, Class<?> methods) {
  private static final Lanes FLOATS = new Lanes(FloatVector.SPECIES_PREFERRED, FloatLanes.class);
  private static final Lanes DOUBLES = new Lanes(DoubleVector.SPECIES_PREFERRED, DoubleLanes.class);
  private static final Lanes LONGS = new Lanes(LongVector.SPECIES_PREFERRED, LongLanes.class);
  private static final Lanes INTS = new Lanes(IntVector.SPECIES_PREFERRED, IntLanes.class);
  private static final Lanes SHORTS = new Lanes(ShortVector.SPECIES_PREFERRED, ShortLanes.class);
  private static final Lanes BYTES = new Lanes(ByteVector.SPECIES_PREFERRED, ByteLanes.class);

  /** Returns the lanes for {@code type}, or null if vectors do not support it. */
  public static Lanes of(DType type) {
    return switch (type) {
      case FLOAT32 -> FLOATS;
      case FLOAT64 -> DOUBLES;
      case INT64 -> LONGS;
      case INT32 -> INTS;
      case INT16 -> SHORTS;
      case INT8, UINT8, BOOL -> BYTES;
      case FLOAT16, BFLOAT16, COMPLEX64, COMPLEX128 -> null;
    };
  }
}
