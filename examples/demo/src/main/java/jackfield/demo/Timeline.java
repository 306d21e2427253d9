package jackfield.demo;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The end time, the loss and the provider of each step.
 *
 * <p><em>Threads</em>: written by the training thread; other threads read entries before {@link
 * #steps}.
 */
final class Timeline {
  private final long[] endNanos;
  private final int[] images;
  private final double[] losses;
  private final String[] servers;
  private final long startNanos;
  private volatile int steps;

  /** A timeline of at most {@code capacity} steps that begins at a {@link System#nanoTime}. */
  Timeline(int capacity, long startNanos) {
    this.startNanos = startNanos;
    endNanos = new long[capacity];
    images = new int[capacity];
    losses = new double[capacity];
    servers = new String[capacity];
  }

  void add(int count, double loss, String server, long nanos) {
    int step = steps;
    endNanos[step] = nanos;
    images[step] = count;
    losses[step] = loss;
    servers[step] = server;
    steps = step + 1; // publishes the writes above
  }

  int steps() {
    return steps;
  }

  double loss(int step) {
    return losses[step];
  }

  double[] losses() {
    return Arrays.copyOf(losses, steps);
  }

  /**
   * Returns the providers of the steps, one entry for each run of consecutive steps with the same
   * provider.
   */
  List<String> serversInOrder() {
    return Arrays.stream(servers, 0, steps)
        .reduce(
            new java.util.ArrayList<String>(),
            (list, server) -> {
              if (list.isEmpty() || !list.getLast().equals(server)) {
                list.add(server);
              }
              return list;
            },
            (one, other) -> one);
  }

  /**
   * Returns the images per second over the steps from {@code from} to {@code to}, which is
   * excluded.
   */
  double imagesPerSecond(int from, int to) {
    long count = 0;
    for (int step = from; step < to; step++) {
      count += images[step];
    }
    long begin = from == 0 ? startNanos : endNanos[from - 1];
    return to <= from ? 0 : count * 1e9 / (endNanos[to - 1] - begin);
  }

  /**
   * Returns the images per second that a quarter of the steps from {@code from} to {@code to}
   * (which is excluded) reached or exceeded. Unlike the mean, it hardly depends on what else the
   * machine computes, and on the first steps after a change, whose code is not compiled yet.
   */
  double upperQuartileImagesPerSecond(int from, int to) {
    double[] rates =
        IntStream.range(from, to).mapToDouble(step -> imagesPerSecond(step, step + 1)).toArray();
    Arrays.sort(rates);
    return rates.length == 0 ? 0 : rates[rates.length * 3 / 4];
  }

  double seconds() {
    return steps == 0 ? 0 : (endNanos[steps - 1] - startNanos) / 1e9;
  }
}
