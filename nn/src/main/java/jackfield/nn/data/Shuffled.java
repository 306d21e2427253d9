package jackfield.nn.data;

/** Examples in an order that is shuffled anew for each epoch. */
public final class Shuffled {
  private final Dataset dataset;
  private final long seed;

  Shuffled(Dataset dataset, long seed) {
    this.dataset = dataset;
    this.seed = seed;
  }

  /**
   * Returns the examples in batches.
   *
   * @throws jackfield.error.InvalidArgument if the size is below 1
   */
  public Batches batches(int size) {
    return new Batches(dataset, size, seed);
  }
}
