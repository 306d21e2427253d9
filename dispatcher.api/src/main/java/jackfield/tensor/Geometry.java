package jackfield.tensor;

/**
 * The positions of a tensor's elements in its storage, independent of the tensor, in elements.
 *
 * <p><em>Threads</em>: immutable.
 *
 * @param sizes the size of each dimension; must not be written
 * @param strides the stride of each dimension; must not be written
 * @param offset the position of the first element
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are a tensor's own; equality is not used
public record Geometry(long[] sizes, long[] strides, long offset) {
  /** Returns the geometry of {@code tensor}. */
  public static Geometry of(Tensor tensor) {
    return new Geometry(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  /** Returns the number of storage elements from the first to the last element, both included. */
  public long extent() {
    return Shapes.reach(sizes, strides, 0);
  }
}
