package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.aten.Aten;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Operators that write at positions for {@link LargeTwinsTest}. */
final class LargeScatters {
  private LargeScatters() {}

  static void writtenElements(DType type) {
    Tensor index = TWINS.dense(DType.BOOL, SIZES);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      Tensor source = TWINS.dense(type, SIZES);
      for (int dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("scatter", type, layout, along);
        long[] chosen =
            LongStream.range(0, SIZES[dim]).map(i -> i * 37 % SIZES[(int) along]).toArray();
        Tensor slices = HostData.tensor(chosen, chosen.length);
        slices(where, self, slices, source, along);
        TWINS.agree(where, aten -> aten.scatter(self, along, aten.to(index, DType.INT64), source));
        TWINS.agree(
            "a number, " + where,
            aten -> aten.scatter(self, along, aten.to(index, DType.INT64), Scalar.ONE));
        TWINS.agree(
            "adds, " + where,
            aten -> aten.scatterAdd(self, along, aten.to(index, DType.INT64), source));
        combined(where, self, aten -> aten.to(index, DType.INT64), slices, source, along);
      }
    }
  }

  private static void slices(String where, Tensor self, Tensor slices, Tensor source, long dim) {
    TWINS.agree("copies, " + where, aten -> aten.indexCopy(self, dim, slices, source));
    TWINS.agree("fills, " + where, aten -> aten.indexFill(self, dim, slices, Scalar.ONE));
    TWINS.agree("adds slices, " + where, aten -> aten.indexAdd(self, dim, slices, source));
  }

  /** Complex numbers have no order. */
  private static void combined(
      String where,
      Tensor self,
      Function<Aten, Tensor> index,
      Tensor slices,
      Tensor source,
      long dim) {
    List<String> all = List.of("prod", "mean", "amax", "amin");
    for (String reduce : self.dtype().isComplex() ? all.subList(0, 2) : all) {
      TWINS.agree(
          reduce + ", " + where,
          aten -> aten.scatterReduce(self, dim, index.apply(aten), source, reduce, false));
      if (self.dtype() != DType.BOOL && !self.dtype().isComplex()) {
        TWINS.agree(
            reduce + " of slices, " + where,
            aten -> aten.indexReduce(self, dim, slices, source, reduce, true));
      }
    }
    for (String reduce : List.of("add", "multiply")) {
      TWINS.agree(
          reduce + " a number, " + where,
          aten -> aten.scatter(self, dim, index.apply(aten), Scalar.of(2L), reduce));
    }
    TWINS.agree(
        "products, " + where,
        aten -> aten.scatter(self, dim, index.apply(aten), source, "multiply"));
  }
}
