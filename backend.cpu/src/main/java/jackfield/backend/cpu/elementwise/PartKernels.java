package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Operators that take complex numbers apart or put them together. Parts are copied to blocks
 * without gaps, on which vector loops compute.
 */
final class PartKernels {
  private static final int BLOCK = 1024; // three blocks fit the first-level cache
  private static final int BLOCKS = 3; // lengths, angles and results
  private static final long BLOCK_BYTES = BLOCK * (long) Double.BYTES;
  private static final long SIGN = Long.MIN_VALUE;

  private final Workspaces workspaces;
  private final ByType<PointwiseLoop> sine = FunctionLoops.function("sin");
  private final ByType<PointwiseLoop> cosine = FunctionLoops.function("cos");
  private final ByType<PointwiseLoop> angle = FunctionLoops.functionOfTwo("atan2");
  private final ByType<PointwiseLoop> product = PointwiseLoops.mul();
  private final PointwiseKernel realAngle;
  private final PointwiseKernel copied;

  PartKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.realAngle =
        new PointwiseKernel("angle", FunctionLoops.function("angle"), null, workspaces);
    this.copied = new PointwiseKernel("conj_physical", FunctionLoops.copy(), null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten._CONJ_PHYSICAL, this::conjugate)
        .structured(Aten.ISREAL, PartKernels::isReal)
        .structured(Aten.COMPLEX, PartKernels::complex)
        .structured(Aten.POLAR, this::polar)
        .structured(Aten.ANGLE, this::angle);
  }

  /** Computes elements from {@code done} on, at most {@link #BLOCK}. */
  @FunctionalInterface
  private interface Part {
    void run(long[] at, long[] step, long done, long count, long block);
  }

  private void forEachBlock(ElementwiseIterator it, Part part) {
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            workspaces.use(
                BLOCKS * BLOCK_BYTES,
                block ->
                    it.forEachRow(
                        from,
                        to,
                        (at, step, count) -> {
                          for (long done = 0; done < count; done += BLOCK) {
                            part.run(at, step, done, Math.min(BLOCK, count - done), block);
                          }
                        })));
  }

  /** Inverts the sign of the imaginary part, which is the upper half of the bits. */
  private void conjugate(ElementwiseIterator it) {
    switch (it.commonType()) {
      case COMPLEX64 -> PointwiseKernel.forEachRow(it, PartKernels::conjugateFloats);
      case COMPLEX128 -> PointwiseKernel.forEachRow(it, PartKernels::conjugateDoubles);
      default -> copied.run(it);
    }
  }

  private static void conjugateFloats(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      long bits = HostBytes.longAt(at[1] + i * step[1]);
      HostBytes.putLong(at[0] + i * step[0], bits ^ SIGN);
    }
  }

  private static void conjugateDoubles(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      long from = at[1] + i * step[1];
      long real = HostBytes.longAt(from);
      long imaginary = HostBytes.longAt(from + Long.BYTES);
      HostBytes.putLong(at[0] + i * step[0], real);
      HostBytes.putLong(at[0] + i * step[0] + Long.BYTES, imaginary ^ SIGN);
    }
  }

  /** Writes whether the imaginary part is 0, which it is for real elements. */
  private static void isReal(ElementwiseIterator it) {
    DType type = it.commonType();
    PointwiseKernel.forEachRow(
        it,
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            long from = at[1] + i * step[1];
            boolean isReal =
                switch (type) {
                  case COMPLEX64 -> HostBytes.floatAt(from + Float.BYTES) == 0;
                  case COMPLEX128 -> HostBytes.doubleAt(from + Double.BYTES) == 0;
                  default -> true;
                };
            HostBytes.putByte(at[0] + i * step[0], (byte) (isReal ? 1 : 0));
          }
        });
  }

  private static void complex(ElementwiseIterator it) {
    int size = it.commonType().sizeBytes();
    Row floats =
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            long real = Integer.toUnsignedLong(HostBytes.intAt(at[1] + i * step[1]));
            long imaginary = HostBytes.intAt(at[2] + i * step[2]);
            HostBytes.putLong(at[0] + i * step[0], real | (imaginary << Integer.SIZE));
          }
        };
    Row doubles =
        (at, step, count) -> {
          StridedCopy.move(size, at[1], step[1], at[0], step[0], count);
          StridedCopy.move(size, at[2], step[2], at[0] + size, step[0], count);
        };
    PointwiseKernel.forEachRow(it, it.commonType() == DType.FLOAT32 ? floats : doubles);
  }

  /** Multiplies lengths by the cosine and the sine of their angles. */
  private void polar(ElementwiseIterator it) {
    DType type = it.commonType();
    int size = type.sizeBytes();
    PointwiseLoop cosines = cosine.of(type);
    PointwiseLoop sines = sine.of(type);
    PointwiseLoop products = product.of(type);
    forEachBlock(
        it,
        (at, step, done, count, block) -> {
          long angles = block + BLOCK_BYTES;
          long made = angles + BLOCK_BYTES;
          long out = at[0] + done * step[0];
          StridedCopy.move(size, at[1] + done * step[1], step[1], block, size, count);
          StridedCopy.move(size, at[2] + done * step[2], step[2], angles, size, count);
          cosines.run(made, angles, angles, angles, count, Scalar.ONE);
          products.run(made, block, made, made, count, Scalar.ONE);
          StridedCopy.move(size, made, size, out, step[0], count);
          sines.run(made, angles, angles, angles, count, Scalar.ONE);
          products.run(made, block, made, made, count, Scalar.ONE);
          StridedCopy.move(size, made, size, out + size, step[0], count);
        });
  }

  private void angle(ElementwiseIterator it) {
    if (!it.commonType().isComplex()) {
      realAngle.run(it);
      return;
    }
    DType real = it.commonType() == DType.COMPLEX64 ? DType.FLOAT32 : DType.FLOAT64;
    int size = real.sizeBytes();
    PointwiseLoop angles = angle.of(real);
    forEachBlock(
        it,
        (at, step, done, count, block) -> {
          long reals = block + BLOCK_BYTES;
          long from = at[1] + done * step[1];
          StridedCopy.move(size, from + size, step[1], block, size, count);
          StridedCopy.move(size, from, step[1], reals, size, count);
          angles.run(block, block, reals, reals, count, Scalar.ONE);
          long out = at[0] + done * step[0];
          StridedCopy.copy(real, block, size, it.type(0), out, step[0], count);
        });
  }
}
