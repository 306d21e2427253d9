package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Runs a loop for operands without gaps on rows with any strides. Operands with gaps are copied
 * through small blocks without gaps; float16 and bfloat16 become float32 in their blocks. A
 * repeated element fills its block once per row, unless the loop has a variant that repeats it.
 */
public final class BlockedRows implements Row {
  private static final int BLOCK =
      512; // four blocks of the widest elements fit the first-level cache
  private static final int OPERANDS = 4;
  private static final long BLOCK_BYTES = BLOCK * Long.BYTES;

  private final ByType<PointwiseLoop> loops;
  private final DType loopType;
  private final PointwiseLoop loop;
  private final DType[] types; // the elements of each operand, the output's first
  private final Scalar[] numbers;
  private final long blocks;
  private final long[] at =
      new long[OPERANDS]; // the address from which the loop reads each operand; written by run(…)

  private BlockedRows(
      ByType<PointwiseLoop> loops, DType loopType, DType[] types, Scalar[] numbers, long blocks) {
    this.loops = loops;
    this.loopType = loopType;
    this.loop = loops.of(loopType);
    this.types = types;
    this.numbers = numbers;
    this.blocks = blocks;
  }

  /**
   * Runs the loop for {@code loopType} over all rows of {@code it}.
   *
   * @param types the types of the operands, or types of the same size with which the loop treats
   *     them
   */
  static void run(
      ElementwiseIterator it,
      DType[] types,
      ByType<PointwiseLoop> loops,
      DType loopType,
      Scalar[] numbers,
      Workspaces workspaces) {
    if (TransposedRows.fits(it, types)) {
      TransposedRows.run(it, types, loops.of(loopType), numbers, workspaces);
      return;
    }
    if (RepeatedRows.fits(it, types)) {
      RepeatedRows.run(it, types, loops.of(loopType), numbers, workspaces);
      return;
    }
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            workspaces.use(
                OPERANDS * BLOCK_BYTES,
                blocks ->
                    it.forEachRow(
                        from, to, new BlockedRows(loops, loopType, types, numbers, blocks))));
  }

  /** Returns the type that elements of {@code type} have in their blocks. */
  public static DType typeInBlock(DType type) {
    return type.isHalf() ? DType.FLOAT32 : type;
  }

  private boolean isInOrder(int operand, long step) {
    return step == types[operand].sizeBytes() && !types[operand].isHalf();
  }

  @Override
  public void run(long[] addresses, long[] steps, long count) {
    int operands = addresses.length;
    boolean isInOrder = true;
    int repeated = 0;
    for (int operand = 0; operand < operands; operand++) {
      if (operand > 0 && steps[operand] == 0 && !types[operand].isHalf()) {
        repeated |= 1 << (operand - 1);
      } else {
        isInOrder &= isInOrder(operand, steps[operand]);
      }
      at[operand] = addresses[operand];
    }
    PointwiseLoop direct = isInOrder ? loops.of(loopType, repeated) : null;
    if (direct != null) {
      direct.run(at[0], at[1], at[2], at[3], count, numbers);
      return;
    }
    for (long done = 0; done < count; done += BLOCK) {
      runBlock(addresses, steps, done, Math.min(BLOCK, count - done));
    }
  }

  private void runBlock(long[] addresses, long[] steps, long done, long count) {
    for (int operand = 0; operand < addresses.length; operand++) {
      long from = addresses[operand] + done * steps[operand];
      boolean isInOrder = isInOrder(operand, steps[operand]);
      at[operand] = isInOrder ? from : blocks + operand * BLOCK_BYTES;
      boolean isFilled = steps[operand] == 0 && done > 0;
      if (operand > 0 && !isInOrder && !isFilled) {
        DType type = types[operand];
        DType inBlock = typeInBlock(type);
        StridedCopy.copy(
            type, from, steps[operand], inBlock, at[operand], inBlock.sizeBytes(), count);
      }
    }
    loop.run(at[0], at[1], at[2], at[3], count, numbers);
    if (!isInOrder(0, steps[0])) {
      DType inBlock = typeInBlock(types[0]);
      long to = addresses[0] + done * steps[0];
      StridedCopy.copy(inBlock, at[0], inBlock.sizeBytes(), types[0], to, steps[0], count);
    }
  }
}
