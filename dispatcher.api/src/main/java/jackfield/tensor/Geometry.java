package jackfield.tensor;

/**
 * Where a tensor's elements are in its storage, apart from the tensor itself, in elements.
 *
 * <p><em>Threads</em>: immutable.
 *
 * @param sizes the size of each dimension; not to be written to
 * @param strides the stride of each dimension; not to be written to
 * @param offset the position of the first element
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are a tensor's own; equality is not used
public record Geometry(long[] sizes, long[] strides, long offset) {
  /** Returns where the elements of {@code tensor} are. */
  public static Geometry of(Tensor tensor) {
    return new Geometry(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  /** Returns how many elements of the storage lie between the first and the last, both counted. */
  public long extent() {
    return Shapes.reach(sizes, strides, 0);
  }
}
