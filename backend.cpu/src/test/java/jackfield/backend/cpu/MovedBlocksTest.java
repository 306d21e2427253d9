package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins and selections along each dimension, of few elements and of enough for several threads. */
@Tag("slow")
class MovedBlocksTest {
  private static final long SEED = Long.getLong("blocks.seed", 1);
  private static final long[][] SIZES = {
    {3, 4, 5},
    {2, 1, 3},
    {4, 3, 1},
    {1, 7, 2},
    {0, 2, 3},
    {40, 60, 70},
    {2, 700, 300},
    {900, 400, 1}
  };

  private static final LargeTwins TWINS = new LargeTwins(SEED);

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "FLOAT16", "BOOL", "COMPLEX128"})
  void tensorsAreJoined(DType type) {
    for (long[] sizes : SIZES) {
      Tensor dense = TWINS.dense(type, sizes);
      Tensor other = TWINS.dense(type, sizes);
      Tensor gaps = TWINS.gaps(type, sizes);
      Tensor doubles = TWINS.dense(DType.FLOAT64, sizes);
      for (int dim = 0; dim < sizes.length; dim++) {
        int along = dim;
        String what = "%s, dimension %d of %s, seed %d".formatted(type, dim, dense, SEED);
        TWINS.agree(what, aten -> aten.cat(new Tensor[] {dense, other, dense}, along));
        TWINS.agree(what, aten -> aten.cat(new Tensor[] {dense, gaps}, along));
        TWINS.agree(what, aten -> aten.cat(new Tensor[] {dense, doubles}, along));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "FLOAT16", "BOOL", "COMPLEX128"})
  void slicesAreSelected(DType type) {
    for (long[] sizes : SIZES) {
      Tensor dense = TWINS.dense(type, sizes);
      Tensor transposed = TWINS.transposed(type, sizes);
      for (int dim = 0; dim < sizes.length; dim++) {
        int along = dim;
        Tensor indexes = indexes(sizes[dim]);
        String what = "%s, dimension %d of %s, seed %d".formatted(type, dim, dense, SEED);
        TWINS.agree(what, aten -> aten.indexSelect(dense, along, indexes));
        TWINS.agree(what, aten -> aten.indexSelect(transposed, along, indexes));
      }
    }
  }

  /** Returns more indexes than a dimension has, in a mixed order, or none. */
  private static Tensor indexes(long size) {
    long[] chosen = new long[size == 0 ? 0 : (int) size + 3];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = i * 7L % size;
    }
    return HostData.tensor(chosen, chosen.length);
  }
}
