package jackfield.nn.data;

import jackfield.tensor.Tensor;

/**
 * Some examples. Each call of a method makes a new tensor, in the scope that the calling thread is
 * in, so that the scope of a training step releases it.
 */
public final class Batch {
  private final Dataset dataset;
  private final int[] positions;

  Batch(Dataset dataset, int[] positions) {
    this.dataset = dataset;
    this.positions = positions;
  }

  /** Returns the number of examples. */
  public int count() {
    return positions.length;
  }

  /** Returns the inputs as float32, {@code [count, *]} with the sizes of one input. */
  public Tensor inputs() {
    return dataset.inputs(positions);
  }

  /** Returns the targets: classes as int64 {@code [count]}, or numbers as float32. */
  public Tensor targets() {
    return dataset.targets(positions);
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
