package jackfield.tools.bench;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * As many multiply-adds as the product of two matrices of 1,024 by 1,024, all in registers. The
 * time of {@code peak.fma} divided by that of {@code mm.1024} is the share of the processor's peak.
 */
final class PeakLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int SUMS = 10; // more than the latency of an instruction times two units
  private static final long ROUNDS = (1L << 30) / SPECIES.length() / SUMS;

  private PeakLoop() {}

  static Object run() {
    FloatVector a = FloatVector.broadcast(SPECIES, 0.999f);
    FloatVector b = FloatVector.broadcast(SPECIES, 1e-3f);
    FloatVector s0 = a;
    FloatVector s1 = b;
    FloatVector s2 = a;
    FloatVector s3 = b;
    FloatVector s4 = a;
    FloatVector s5 = b;
    FloatVector s6 = a;
    FloatVector s7 = b;
    FloatVector s8 = a;
    FloatVector s9 = b;
    for (long round = 0; round < ROUNDS; round++) {
      s0 = s0.fma(a, b);
      s1 = s1.fma(a, b);
      s2 = s2.fma(a, b);
      s3 = s3.fma(a, b);
      s4 = s4.fma(a, b);
      s5 = s5.fma(a, b);
      s6 = s6.fma(a, b);
      s7 = s7.fma(a, b);
      s8 = s8.fma(a, b);
      s9 = s9.fma(a, b);
    }
    FloatVector first = s0.add(s1).add(s2).add(s3).add(s4);
    return first.add(s5).add(s6).add(s7).add(s8).add(s9).toArray();
  }
}
