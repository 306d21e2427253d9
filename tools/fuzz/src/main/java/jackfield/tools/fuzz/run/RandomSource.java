package jackfield.tools.fuzz.run;

import java.util.List;
import java.util.Random;

/** The random choices of one case; the same seed and number give the same choices. */
public final class RandomSource {
  private static final long SEEDS_APART = 0x9E3779B97F4A7C15L;
  private static final long[] HUGE = {
    -1,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    1L << 31,
    1L << 32,
    (1L << 32) + 1,
    1L << 40,
    (1L << 61) - 1,
    1L << 61,
    1L << 62,
    (1L << 62) + 1_000_000_000L,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };

  private final Random random;

  public RandomSource(long seed, long number) {
    random = new Random((seed + number * SEEDS_APART) ^ (number >>> 7));
    random.nextLong(); // the first numbers of similar seeds are similar
  }

  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Returns a number from {@code least} to {@code most}. */
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  public double gaussian() {
    return random.nextGaussian();
  }

  long seed() {
    return random.nextLong();
  }

  public long huge() {
    return HUGE[random.nextInt(HUGE.length)];
  }

  public <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @SafeVarargs
  public final <T> T oneOf(T... all) {
    return all[random.nextInt(all.length)];
  }

  public Random random() {
    return random;
  }
}
