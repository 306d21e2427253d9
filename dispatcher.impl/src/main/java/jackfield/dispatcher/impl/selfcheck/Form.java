package jackfield.dispatcher.impl.selfcheck;

/** The form of sample tensors; an operator that refuses one form may accept another. */
enum Form {
  MATRICES,
  /** Tensors of three dimensions: batches of matrices. */
  BATCHES,
  /** Matrices; the last output is a vector of indices, and so are targets. */
  PLACES,
  /** Matrices; the last output is a vector of int32. */
  INTEGERS,
  /** Matrices of int64. */
  WHOLE,
  /** Matrices; the last output is a vector of bool. */
  TRUTHS,
  /** Matrices; indexes are a matrix, too. */
  TABLES,
  /** Matrices of numbers between 0 and 1. */
  PROBABILITIES,
  /** Tensors of four dimensions: one image with channels. */
  IMAGES,
  /** Tensors of five dimensions: one volume. */
  VOLUMES
}
