package jackfield.nn.data;

import jackfield.tensor.Tensor;

/**
 * Some examples. Each call of a method makes a new tensor, in the scope that the calling thread is
 * in, so that the scope of a training step releases it.
 */
public final class Batch {
  private final Dataset dataset;
  private final int[] places;

  Batch(Dataset dataset, int[] places) {
    this.dataset = dataset;
    this.places = places;
  }

  /** Returns the number of examples. */
  public int count() {
    return places.length;
  }

  /** Returns the inputs as float32, {@code [count, *]} with the sizes of one input. */
  public Tensor inputs() {
    return dataset.inputs(places);
  }

  /** Returns the targets: classes as int64 {@code [count]}, or numbers as float32. */
  public Tensor targets() {
    return dataset.targets(places);
  }

  /** Returns the inputs, which are images; the same as {@link #inputs}. */
  public Tensor images() {
    return inputs();
  }

  /** Returns the targets, which are classes; the same as {@link #targets}. */
  public Tensor labels() {
    return targets();
  }
}
