package jackfield.nn.data;

import jackfield.error.InvalidArgument;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;

/**
 * The examples of a data set in batches. Each call of {@link #iterator} begins an epoch, which has
 * each example once; the order is shuffled before, if that was asked for. The order of an epoch
 * depends on the seed and the number of the epoch.
 *
 * <p><em>Threads</em>: used by one thread.
 */
public final class Batches implements Iterable<Batch> {
  private final Dataset dataset;
  private final int size;
  private final Random random; // null for the examples' own order
  private final boolean dropsLast;
  private final Long seed;
  private final int[] order;

  Batches(Dataset dataset, int size, Long seed) {
    this(dataset, size, seed, false);
  }

  private Batches(Dataset dataset, int size, Long seed, boolean dropsLast) {
    if (size < 1) {
      throw new InvalidArgument("batches", "size", "must be 1 or more, found " + size);
    }
    this.dataset = dataset;
    this.size = size;
    this.seed = seed;
    this.random = seed == null ? null : new Random(seed);
    this.dropsLast = dropsLast;
    this.order = new int[dataset.count()];
    Arrays.setAll(order, i -> i);
  }

  /** Returns batches, from the first epoch, without a last one that is smaller than the others. */
  public Batches dropLast() {
    return new Batches(dataset, size, seed, true);
  }

  /** Returns the number of batches in an epoch. */
  public int count() {
    return dropsLast ? order.length / size : Math.ceilDiv(order.length, size);
  }

  /** Begins the next epoch. */
  @Override
  public Iterator<Batch> iterator() {
    if (random != null) {
      shuffle();
    }
    return new Epoch(order.clone());
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  private final class Epoch implements Iterator<Batch> {
    private final int[] positions;
    private int next;

    Epoch(int[] positions) {
      this.positions = positions;
    }

    @Override
    public boolean hasNext() {
      return next < count();
    }

    @Override
    public Batch next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the epoch has %d batches".formatted(count()));
      }
      int from = next++ * size;
      int to = Math.min(from + size, positions.length);
      return new Batch(dataset, Arrays.copyOfRange(positions, from, to));
    }
  }
}
