package jackfield.aten.scatter;

/** How a value is combined with the element at its position. */
public enum Reduction {
  /** The value replaces the element; of several, the last one stays. */
  ASSIGN,
  /** The value is added; booleans by "or". */
  SUM,
  /** The element is multiplied by the value. */
  PRODUCT,
  /** The mean of the values, rounded down for integers. */
  MEAN,
  /** The larger one; NaN if one of them is NaN. */
  LARGEST,
  /** The smaller one; NaN if one of them is NaN. */
  SMALLEST
}
