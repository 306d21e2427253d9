package jackfield.demo;

import java.util.Random;

/** The order in which mini-batches go through the images; the order is shuffled for each epoch. */
final class Batches {
  private final Images images;
  private final int batchSize;
  private final Random random;
  private final int[] order;

  Batches(Images images, int batchSize, long seed) {
    this.images = images;
    this.batchSize = batchSize;
    this.random = new Random(seed);
    this.order = new int[images.count()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  int stepsPerEpoch() {
    return (images.count() + batchSize - 1) / batchSize;
  }

  /** Returns the batch of a step, counted from 0; the steps must be requested in order. */
  Images batch(int step) {
    int inEpoch = step % stepsPerEpoch();
    if (inEpoch == 0) {
      shuffle();
    }
    int from = inEpoch * batchSize;
    return images.select(order, from, Math.min(from + batchSize, order.length));
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }
}
