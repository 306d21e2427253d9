package jackfield.dispatcher.impl.selfcheck;

import jackfield.tensor.DType;

/** The form of sample tensors; an operator that refuses one form may accept another. */
enum Form {
  MATRICES(null),
  /** Tensors of three dimensions: batches of matrices. */
  BATCHES(null),
  /** Matrices; the last output is a vector of indices, and so are targets. */
  PLACES(null),
  /** Matrices; the last output is a vector of int32. */
  INTEGERS(DType.INT32),
  /** Matrices of int64. */
  WHOLE(null),
  /** Matrices; the last output is a vector of bool. */
  TRUTHS(DType.BOOL),
  /** Matrices; indexes are a matrix, too. */
  TABLES(null),
  /** Matrices of numbers between 0 and 1. */
  PROBABILITIES(null),
  /** Tensors of four dimensions: one image with channels. */
  IMAGES(null),
  /** Tensors of five dimensions: one volume. */
  VOLUMES(null),
  /** Matrices; the last output is a vector of complex64. */
  COMPLEX(DType.COMPLEX64);

  private final DType out;

  Form(DType out) {
    this.out = out;
  }

  /** Returns the type of the last output, a vector; null if other tensors decide it. */
  DType out() {
    return out;
  }
}
