package jackfield.backend.cpu.normalization;

import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Blocks of the elements of a row-major tensor, without gaps and in the type of the loops. A block
 * that is not so in the tensor is copied to scratch memory and back.
 */
final class Blocks {
  /** The bytes of scratch memory that the blocks of one tensor need. */
  static final long BYTES = (long) Runs.BLOCK * Double.BYTES;

  private static final long NONE = -1;

  private final ChannelLoops in;
  private final DType type;
  private final long address;
  private final long scratch;
  private long held = NONE; // the position of the block in scratch memory; read() writes it
  private boolean isHidden; // whether results go to scratch memory first; hide() writes it

  Blocks(ChannelLoops in, Tensor tensor, long scratch) {
    this.in = in;
    this.type = tensor.dtype();
    this.address = tensor.address();
    this.scratch = scratch;
  }

  /** Puts results into scratch memory until a block is complete, as an input has its place. */
  Blocks hide() {
    isHidden = true;
    return this;
  }

  private boolean isCopied(Runs runs, long block) {
    boolean hasGaps = runs.step() != runs.length() && runs.rows(block) > 1;
    return type != in.type() || hasGaps;
  }

  private long addressOf(Runs runs, long block) {
    return address + runs.position(block) * type.sizeBytes();
  }

  /** Returns the address of a block's elements; a block that was read last is not copied again. */
  long read(Runs runs, long block) {
    long from = addressOf(runs, block);
    if (!isCopied(runs, block)) {
      return from;
    }
    if (held != from) {
      copy(type, from, runs.step(), in.type(), scratch, runs.columns(block), runs, block);
      held = from;
    }
    return scratch;
  }

  /** Returns the address to which a block's results are written before {@link #write}. */
  long target(Runs runs, long block) {
    return isHidden || isCopied(runs, block) ? scratch : addressOf(runs, block);
  }

  /** Puts results at the address that {@link #target} returned into the tensor. */
  void write(Runs runs, long block, long from) {
    long to = addressOf(runs, block);
    if (from != to) {
      copy(in.type(), from, runs.columns(block), type, to, runs.step(), runs, block);
    }
  }

  /** Copies the rows of a block; steps are elements between rows. */
  private void copy(
      DType type, long from, long step, DType to, long out, long outStep, Runs runs, long block) {
    long size = type.sizeBytes();
    long outSize = to.sizeBytes();
    long rows = runs.rows(block);
    long columns = runs.columns(block);
    if (columns == 1) {
      StridedCopy.copy(type, from, step * size, to, out, outStep * outSize, rows);
    } else if (type == to) {
      in.copy().run(out, outStep * outSize, from, step * size, rows, columns, Scalar.ONE);
    } else {
      for (long row = 0; row < rows; row++) {
        long at = from + row * step * size;
        StridedCopy.copy(type, at, size, to, out + row * outStep * outSize, outSize, columns);
      }
    }
  }
}
