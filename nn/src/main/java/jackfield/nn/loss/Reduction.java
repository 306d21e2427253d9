package jackfield.nn.loss;

/** The way in which a loss combines the losses of the examples; in the order of PyTorch's enum. */
public enum Reduction {
  /** Keeps one loss per example. */
  NONE,
  /** Takes the mean. */
  MEAN,
  /** Takes the sum. */
  SUM
}
