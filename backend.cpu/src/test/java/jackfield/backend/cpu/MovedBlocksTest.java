package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Rows of 4 KiB, in outputs below 1 MiB, of 1 to 8 MiB and above: repeats are searched there. */
  @ParameterizedTest
  @ValueSource(longs = {20, 700})
  void rowsAreSelectedAgain(long different) {
    for (int count : new int[] {255, 600, 2_100}) {
      Tensor rows = TWINS.dense(DType.FLOAT32, different, 1_024);
      long[] chosen = new Random(SEED).longs(count, 0, different).toArray();
      Tensor indexes = HostData.tensor(chosen, count);
      String what = "%d of %d rows, seed %d".formatted(count, different, SEED);
      TWINS.agree(what, aten -> aten.indexSelect(rows, 0, indexes));
      TWINS.agree(what, aten -> aten.embedding(rows, aten.to(indexes, DType.INT32)));
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
