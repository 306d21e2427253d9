package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory for the parameters of one launch: a parameter block, the address of a longer one in device
 * memory, and the array of their addresses that the driver reads.
 */
final class LaunchSlot {
  /** The number of words that a kernel gets by value, as in {@code kernel.h}. */
  static final int WORDS = 64;

  private static final long WORD = Long.BYTES;

  private final MemorySegment block = Arena.ofAuto().allocate(WORDS * WORD, WORD);
  private final MemorySegment far = Arena.ofAuto().allocate(WORD, WORD);
  private final MemorySegment parameters = Arena.ofAuto().allocate(2 * WORD, WORD);

  LaunchSlot() {
    parameters.set(ValueLayout.ADDRESS, 0, block);
    parameters.set(ValueLayout.ADDRESS, WORD, far);
  }

  static boolean fits(ParameterBlock words) {
    return words.sizeBytes() <= WORDS * WORD;
  }

  /** Returns the parameters for a block by value. */
  MemorySegment near(ParameterBlock words) {
    words.copyTo(block);
    far.set(ValueLayout.JAVA_LONG, 0, 0);
    return parameters;
  }

  /** Returns the words of a block by value, after {@link #near}. */
  MemorySegment words(ParameterBlock near) {
    return block.asSlice(0, near.sizeBytes());
  }

  /** Returns the parameters for a block in device memory. */
  MemorySegment far(long address) {
    far.set(ValueLayout.JAVA_LONG, 0, address);
    return parameters;
  }
}
