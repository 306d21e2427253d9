package jackfield.backend.cpu.scatter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements that are written at positions are those of the reference, bit for bit. */
@Tag("slow")
final class ScatterKernelsTest {
  private final Twins twins = new Twins();

  private Tensor places(DType type, long least, long below, long... sizes) {
    Tensor places = twins.tensor(type, false, sizes);
    HostData.forEachAddress(
        places,
        address ->
            Elements.putLong(type, address, least + twins.random.nextInt((int) (below - least))));
    return places;
  }

  private void agree(String what, Function<Aten, Tensor> call) {
    twins.expectSame(what, call.apply(twins.fast), call.apply(twins.twin));
  }

  private long[] sizes(int round) {
    long last = round % 5 == 0 ? 1_000 + twins.random.nextInt(100) : 1 + twins.random.nextInt(40);
    return new long[] {1 + twins.random.nextInt(5), 1 + twins.random.nextInt(9), last};
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void scatteredElementsAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      long[] sizes = sizes(round);
      int dim = round % 3;
      long[] chosen = sizes.clone();
      chosen[dim] = twins.random.nextInt(20);
      chosen[(dim + 1) % 3] = twins.random.nextInt((int) sizes[(dim + 1) % 3] + 1);
      Tensor self = twins.tensor(type, true, sizes);
      Tensor source = twins.tensor(type, true, chosen);
      Tensor index = places(DType.INT64, 0, sizes[dim], chosen);
      Scalar number = type == DType.BOOL ? Scalar.of(true) : Scalar.of(3);
      String what = "scatter along %d of %s".formatted(dim, self);
      agree(what, aten -> aten.scatter(self, dim, index, source));
      agree(what, aten -> aten.scatter(self, dim, index, number));
      agree(what, aten -> aten.scatterAdd(self, dim, index, source));
      agree("in place, " + what, aten -> aten.scatterAdd_(aten.clone(self), dim, index, source));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void combinedElementsAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      long[] sizes = sizes(round);
      int dim = round % 3;
      long[] chosen = sizes.clone();
      chosen[dim] = twins.random.nextInt(20);
      Tensor self = twins.tensor(type, true, sizes);
      Tensor source = twins.tensor(type, true, chosen);
      Tensor index = places(DType.INT64, 0, sizes[dim], chosen);
      Tensor slices = places(DType.INT64, 0, sizes[dim], chosen[dim]);
      String what = " along %d of %s".formatted(dim, self);
      for (String reduce : reductions(type)) {
        boolean isIncluded = twins.random.nextBoolean();
        String name = reduce + what + " including it: " + isIncluded;
        agree(name, aten -> aten.scatterReduce(self, dim, index, source, reduce, isIncluded));
        if (!reduce.equals("sum") && type != DType.BOOL && !type.isComplex()) {
          agree(name, aten -> aten.indexReduce(self, dim, slices, source, reduce, isIncluded));
        }
      }
      agree("products" + what, aten -> aten.scatter(self, dim, index, source, "multiply"));
      numbers(what, self, dim, index);
      agree("sums" + what, aten -> aten.scatter(self, dim, index, source, "add"));
    }
  }

  private void numbers(String what, Tensor self, int dim, Tensor index) {
    Scalar number = self.dtype().isComplex() ? Scalar.of(0.25, -2) : Scalar.of(2.5);
    for (String reduce : List.of("add", "multiply")) {
      String name = reduce + " a number" + what;
      agree(name, aten -> aten.scatter(self, dim, index, number, reduce));
      agree(
          "in place, " + name, aten -> aten.scatter_(aten.clone(self), dim, index, number, reduce));
    }
  }

  /** Complex numbers have no order. */
  private static List<String> reductions(DType type) {
    List<String> all = List.of("sum", "prod", "mean", "amax", "amin");
    return type.isComplex() ? all.subList(0, 3) : all;
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void slicesThatAVectorChoosesAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      long[] sizes = sizes(round);
      int dim = round % 3;
      long[] chosen = sizes.clone();
      chosen[dim] = twins.random.nextInt(20);
      Tensor self = twins.tensor(type, true, sizes);
      Tensor source = twins.tensor(type, true, chosen);
      Tensor index = places(DType.INT64, 0, sizes[dim], chosen[dim]);
      Tensor small = places(DType.INT32, 0, sizes[dim], chosen[dim]);
      Tensor wrapped = places(DType.INT64, -sizes[dim], sizes[dim], chosen[dim]);
      String what = "slices along %d of %s".formatted(dim, self);
      agree(what, aten -> aten.indexAdd(self, dim, index, source));
      agree(what, aten -> aten.indexAdd(self, dim, small, source, factor(type)));
      agree(what, aten -> aten.indexCopy(self, dim, index, source));
      agree(what, aten -> aten.indexFill(self, dim, wrapped, Scalar.ONE));
    }
  }

  private static Scalar factor(DType type) {
    return switch (type.category()) {
      case BOOLEAN -> Scalar.of(false);
      case INTEGRAL -> Scalar.of(-3);
      case FLOATING -> Scalar.of(0.3);
      case COMPLEX -> Scalar.of(0.3, -2);
    };
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void numbersAndEmptyTensorsAgree(DType type) {
    Tensor one = twins.tensor(type, true);
    Tensor value = twins.tensor(type, true);
    Tensor first = HostData.tensor(new long[] {0});
    agree("scatter", aten -> aten.scatter(one, 0, first, value));
    agree("scatter_add", aten -> aten.scatterAdd(one, 0, first, value));
    for (String reduce : reductions(type)) {
      agree(reduce, aten -> aten.scatterReduce(one, 0, first, value, reduce, false));
    }
    agree("index_add", aten -> aten.indexAdd(one, 0, first, value));
    agree("index_copy", aten -> aten.indexCopy(one, 0, first, value));
    agree("index_fill", aten -> aten.indexFill(one, 0, first, Scalar.ONE));
    Tensor self = twins.tensor(type, true, 3, 4);
    Tensor none = HostData.tensor(new long[0], 0);
    agree("no index", aten -> aten.scatterAdd(self, 0, none, twins.tensor(type, true, 0)));
    agree("no slice", aten -> aten.indexAdd(self, 1, none, twins.tensor(type, true, 3, 0)));
    Tensor empty = twins.tensor(type, true, 0, 4);
    Tensor slices = HostData.tensor(new long[] {1, 1}, 2);
    agree("no row", aten -> aten.indexAdd(empty, 1, slices, twins.tensor(type, true, 0, 2)));
    agree("no row", aten -> aten.indexFill(empty, 1, slices, Scalar.ONE));
  }

  @Test
  void aSourceThatIsTheTensorItselfIsRefused() {
    Tensor index = HostData.tensor(new long[] {1, 2, 0}, 3);
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    assertThatThrownBy(() -> twins.fast.scatterAdd_(self, 0, index, self))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("clone");
    assertThatThrownBy(() -> twins.fast.indexCopy_(self, 0, index, self))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("clone");
    assertThat(HostData.floats(self)).containsExactly(1, 2, 3);
  }

  @Test
  void anIndexOutsideIsRefusedBeforeAnElementIsWritten() {
    Tensor self = twins.numbers(DType.FLOAT32, 1, 2, 3);
    Tensor source = twins.numbers(DType.FLOAT32, 7, 7);
    for (long outside : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor index = HostData.tensor(new long[] {0, outside}, 2);
      refused(() -> twins.fast.scatter_(self, 0, index, source));
      refused(() -> twins.fast.scatterAdd_(self, 0, index, source));
      refused(() -> twins.fast.scatter_(self, 0, index, Scalar.ONE));
      refused(() -> twins.fast.indexAdd_(self, 0, index, source));
      refused(() -> twins.fast.indexCopy_(self, 0, index, source));
      Tensor small = twins.numbers(DType.INT32, 0, outside < 0 ? -1 : 3);
      refused(() -> twins.fast.indexAdd_(self, 0, small, source));
    }
    for (long outside : new long[] {-4, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor index = HostData.tensor(new long[] {-1, outside}, 2);
      refused(() -> twins.fast.indexFill_(self, 0, index, Scalar.ONE));
    }
    assertThat(HostData.floats(self)).containsExactly(1, 2, 3);
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("index"))
        .hasMessageContaining("expected");
  }
}
