package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The indexes of the elements of a triangle of a matrix, row by row. Only the rows and columns that
 * contain the triangle are examined.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class TriangleIndexes {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public TriangleIndexes(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns the indexes of the elements on and below a diagonal. */
  public Tensor tril(
      long row,
      long col,
      long offset,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    check("tril_indices", row, col, dtype);
    long shift = Math.clamp(offset, -row, col);
    long first = Math.max(0, -shift); // the rows above have no element
    Tensor rows = numbers(first, row, device);
    Tensor columns = numbers(0, Math.min(col, Math.max(0, row + shift)), device);
    Tensor chosen = aten.le(columns, aten.unsqueeze(aten.add(rows, shift), 1));
    return indexes(chosen, first, 0, dtype);
  }

  /** Returns the indexes of the elements on and above a diagonal. */
  public Tensor triu(
      long row,
      long col,
      long offset,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    check("triu_indices", row, col, dtype);
    long shift = Math.clamp(offset, -row, col);
    long first = Math.max(0, shift); // the columns before have no element
    Tensor rows = numbers(0, Math.min(row, Math.max(0, col - shift)), device);
    Tensor columns = numbers(first, col, device);
    Tensor chosen = aten.ge(columns, aten.unsqueeze(aten.add(rows, shift), 1));
    return indexes(chosen, 0, first, dtype);
  }

  private static void check(String operator, long row, long col, DType dtype) {
    if (row < 0 || col < 0 || row > Integer.MAX_VALUE || col > Integer.MAX_VALUE) {
      throw new InvalidArgument(
          operator,
          row < 0 || row > Integer.MAX_VALUE ? "row" : "col",
          "%d by %d: expected sizes from 0 to %d".formatted(row, col, Integer.MAX_VALUE));
    }
    if (dtype != null && dtype != DType.INT64 && dtype != DType.INT32) {
      throw new TypeMismatch(operator, "expected int32 or int64, found " + dtype);
    }
  }

  private Tensor numbers(long from, long to, Device device) {
    return aten.add(
        aten.arange(
            Math.max(0, to - from), DType.INT64, null, device == null ? Device.CPU : device),
        from);
  }

  private Tensor indexes(Tensor chosen, long firstRow, long firstColumn, DType dtype) {
    Tensor places = aten.nonzero(chosen);
    Tensor rows = aten.add(aten.select(places, 1, 0), firstRow);
    Tensor columns = aten.add(aten.select(places, 1, 1), firstColumn);
    Tensor both = aten.stack(new Tensor[] {rows, columns}, 0);
    return dtype == null ? both : aten.to(both, dtype);
  }

  /** Writes the indexes of {@link #tril} into {@code out}. */
  public Tensor trilOut(long row, long col, long offset, Tensor out) {
    Tensor result = tril(row, col, offset, out.dtype(), null, out.device(), null);
    return given.into("tril_indices", result, out);
  }

  /** Writes the indexes of {@link #triu} into {@code out}. */
  public Tensor triuOut(long row, long col, long offset, Tensor out) {
    Tensor result = triu(row, col, offset, out.dtype(), null, out.device(), null);
    return given.into("triu_indices", result, out);
  }
}
