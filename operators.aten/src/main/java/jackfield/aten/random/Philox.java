package jackfield.aten.random;

import jackfield.tensor.Generator;

/**
 * The random words of a call, by Philox4x32-10: ten rounds turn a counter of 128 bits and a key of
 * 64 bits into a block of four words of 32 bits.
 *
 * <p>Key and counter are filled as in PyTorch's kernels for CUDA. The key is the seed. The lower
 * half of the counter is a quarter of the generator's offset, which is the same for all blocks of a
 * call; the upper half, cuRAND's subsequence, is the number of the block. All are stored with their
 * lower half first. Word {@code n} of a call is word {@code n mod 4} of its block {@code n / 4}.
 *
 * <p><em>Source</em>: J. K. Salmon and others, Parallel Random Numbers: As Easy as 1, 2, 3 (2011).
 *
 * <p><em>Threads</em>: for one thread, since an instance keeps the block that it computed last.
 */
public final class Philox {
  /** The number of words of a block. */
  public static final int WORDS = 4;

  private static final int ROUNDS = 10;
  private static final int MULTIPLIER_0 = 0xD2511F53;
  private static final int MULTIPLIER_1 = 0xCD9E8D57;
  private static final int KEY_STEP_0 = 0x9E3779B9;
  private static final int KEY_STEP_1 = 0xBB67AE85;
  private static final int SHIFT = 2; // divides by the number of words

  private final long key;
  private final long counterLow;
  private long current = -1; // the block whose words follow
  private int word0;
  private int word1;
  private int word2;
  private int word3;

  Philox(long key, long counterLow) {
    this.key = key;
    this.counterLow = counterLow;
  }

  /**
   * Returns the words of a call.
   *
   * @param start the position that the call has reserved
   */
  public static Philox of(Generator.State start) {
    return new Philox(start.seed(), start.offset() >>> SHIFT);
  }

  /** Returns word {@code number}, from 0 on. */
  public int word(long number) {
    long block = number >>> SHIFT;
    if (block != current) {
      compute(block);
    }
    return switch ((int) number & (WORDS - 1)) {
      case 0 -> word0;
      case 1 -> word1;
      case 2 -> word2;
      default -> word3;
    };
  }

  /** Returns words {@code 2 * number} and {@code 2 * number + 1} as one, the first one low. */
  public long pair(long number) {
    long low = word(2 * number) & 0xFFFFFFFFL;
    return (long) word(2 * number + 1) << Integer.SIZE | low;
  }

  /** Returns the block whose number is the upper half of the counter. */
  int[] block(long counterHigh) {
    compute(counterHigh);
    return new int[] {word0, word1, word2, word3};
  }

  private void compute(long counterHigh) {
    current = counterHigh;
    int key0 = (int) key;
    int key1 = (int) (key >>> Integer.SIZE);
    int a = (int) counterLow;
    int b = (int) (counterLow >>> Integer.SIZE);
    int c = (int) counterHigh;
    int d = (int) (counterHigh >>> Integer.SIZE);
    for (int round = 0; round < ROUNDS; round++) {
      long first = product(MULTIPLIER_0, a);
      long second = product(MULTIPLIER_1, c);
      a = (int) (second >>> Integer.SIZE) ^ b ^ key0;
      b = (int) second;
      c = (int) (first >>> Integer.SIZE) ^ d ^ key1;
      d = (int) first;
      key0 += KEY_STEP_0;
      key1 += KEY_STEP_1;
    }
    word0 = a;
    word1 = b;
    word2 = c;
    word3 = d;
  }

  private static long product(int a, int b) {
    return (a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL);
  }
}
