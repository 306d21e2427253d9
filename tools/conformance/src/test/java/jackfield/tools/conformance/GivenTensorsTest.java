package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.memory.Storage;
import jackfield.memory.TensorClosed;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that throw leave the tensors that they would write unchanged. */
@Tag("slow")
final class GivenTensorsTest {
  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  /** Expects {@code call} with a fresh tensor to throw and to leave that tensor unchanged. */
  private void leaves(
      Class<? extends JackfieldException> expected,
      Tensor[] given,
      BiFunction<TwoPlatforms.Plugged, Tensor, ?> call) {
    for (Tensor tensor : given) {
      long[] sizes = tensor.sizes().clone();
      long[] strides = tensor.strides().clone();
      Storage storage = tensor.storage();
      double[] values = HostData.doubles(tensor);
      int version = tensor.version();
      platforms.refused(expected, on -> call.apply(on, tensor));
      assertThat(tensor.sizes()).containsExactly(sizes);
      assertThat(tensor.strides()).containsExactly(strides);
      assertThat(tensor.storage()).isSameAs(storage);
      assertThat(tensor.version()).isEqualTo(version);
      assertThat(HostData.doubles(tensor)).containsExactly(values);
    }
  }

  private static Tensor matrix() {
    return HostData.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  }

  private static Tensor[] one(Tensor tensor) {
    return new Tensor[] {tensor};
  }

  @Test
  void anInputThatWouldBeResizedIsNoOutput() {
    Tensor y = HostData.tensor(new float[] {10, 20, 30}, 3, 1);
    Tensor row = HostData.tensor(new float[] {1, 2, 3}, 3);
    Class<InvalidArgument> refusal = InvalidArgument.class;
    leaves(refusal, one(row), (on, x) -> on.aten.addOut(x, y, x));
    leaves(refusal, one(row), (on, x) -> on.aten.subOut(y, x, x));
    leaves(refusal, one(row), (on, x) -> on.aten.mulOut(x, y, x));
    leaves(refusal, one(row), (on, x) -> on.aten.divOut(x, y, x));
    leaves(refusal, one(bools()), (on, x) -> on.aten.eqOut(x, y, x));
    leaves(refusal, one(row), (on, x) -> on.aten.whereOut(bools(), x, y, x));
    leaves(refusal, one(matrix()), (on, x) -> on.aten.sumOut(x, x));
    leaves(refusal, one(matrix()), (on, x) -> on.aten.sumOut(x, new long[] {0}, x));
    leaves(refusal, one(matrix()), (on, x) -> on.aten.meanOut(x, x));
    leaves(refusal, one(matrix()), (on, x) -> on.aten.amaxOut(x, x));
    Tensor longs = HostData.tensor(new long[] {1, 2, 3}, 3);
    leaves(refusal, one(longs), (on, x) -> on.aten.argmaxOut(x, x));
    leaves(refusal, one(matrix()), (on, x) -> on.aten.catOut(new Tensor[] {x, x}, x));
  }

  private static Tensor bools() {
    return HostData.empty(DType.BOOL, 3);
  }

  @Test
  void anOutputThatWouldGrowOverAnInputIsRefused() {
    platforms.each(on -> {
      Tensor memory = HostData.tensor(new float[] {1, 2, 3, 4, 5, 6}, 6);
      Tensor part = on.aten.slice(memory, 0, 2L, 6L);
      Tensor out = on.aten.slice(memory, 0, 0L, 1L);
      platforms.refused(InvalidArgument.class, on2 -> on2.aten.addOut(part, part, out));
      assertThat(out.sizes()).containsExactly(1);
      assertThat(HostData.floats(memory)).containsExactly(1, 2, 3, 4, 5, 6);
    });
  }

  @Test
  void anOutputIsResizedUnlessSomethingRefuses() {
    platforms.each(on -> {
      Tensor out = HostData.empty(DType.FLOAT32, 1);
      Tensor x = matrix();
      assertThat(on.aten.addOut(x, x, out)).isSameAs(out);
      assertThat(HostData.floats(out)).containsExactly(2, 4, 6, 8, 10, 12);
      assertThat(out.sizes()).containsExactly(2, 3);
      assertThat(on.aten.sumOut(x, new long[] {1}, out)).isSameAs(out);
      assertThat(HostData.floats(out)).containsExactly(6, 15);
      assertThat(on.aten.catOut(new Tensor[] {x, x}, out)).isSameAs(out);
      assertThat(out.sizes()).containsExactly(4, 3);
    });
  }

  @Test
  void neighboursWithGapsAreReadBeforeTheyAreWritten() {
    platforms.each(on -> {
      Tensor memory = HostData.tensor(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 8);
      Tensor to = memory.alias(new long[] {3}, new long[] {2}, 2);
      Tensor from = memory.alias(new long[] {3}, new long[] {2}, 0);
      on.aten.add_(to, from);
      assertThat(HostData.floats(memory)).containsExactly(1, 2, 4, 4, 8, 6, 12, 8);
    });
  }

  @Test
  void anInputWithGapsUnderAnotherNameIsReadBeforeItIsWritten() {
    Tensor b = HostData.tensor(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 10}, 3, 3);
    platforms.each(on -> {
      assertWrittenAs(on.aten.mm(withGaps(), b), a -> on.aten.mmOut(a, b, again(a)));
      assertWrittenAs(on.aten.mm(b, withGaps()), a -> on.aten.mmOut(b, a, again(a)));
      assertWrittenAs(
          on.aten.addmm(withGaps(), withGaps(), b), a -> on.aten.addmm_(a, again(a), b));
      assertWrittenAs(
          on.aten.addmm(withGaps(), b, withGaps()),
          a -> on.aten.addmmOut(again(a), b, again(a), Scalar.ONE, Scalar.ONE, a));
      assertWrittenAs(
          on.aten.cat(new Tensor[] {on.aten.slice(withGaps(), 0, 1L, 3L), row(withGaps())}, 0),
          a ->
              on.aten.catOut(
                  new Tensor[] {on.aten.slice(a, 0, 1L, 3L), row(again(a))}, 0, again(a)));
      assertWrittenAs(
          on.aten._softmax(withGaps(), 1, false), a -> on.aten._softmaxOut(a, 1, false, again(a)));
      Tensor index = HostData.tensor(new long[] {2, 0, 1}, 3);
      assertWrittenAs(
          on.aten.indexSelect(withGaps(), 0, index),
          a -> on.aten.indexSelectOut(a, 0, index, again(a)));
    });
  }

  /** Returns the even columns of a matrix. */
  private static Tensor withGaps() {
    float[] values = new float[18];
    for (int place = 0; place < values.length; place++) {
      values[place] = place * place % 7;
    }
    return HostData.tensor(values, 18).alias(new long[] {3, 3}, new long[] {6, 2}, 0);
  }

  private static Tensor again(Tensor tensor) {
    return tensor.alias(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  private static Tensor row(Tensor matrix) {
    return matrix.alias(new long[] {1, 3}, new long[] {6, 2}, 0);
  }

  private static void assertWrittenAs(Tensor expected, UnaryOperator<Tensor> call) {
    Tensor given = withGaps();
    double[] between = HostData.doubles(between(given));
    Object _ = call.apply(given);
    assertThat(HostData.doubles(given)).containsExactly(HostData.doubles(expected));
    assertThat(HostData.doubles(between(given))).containsExactly(between);
  }

  /** Returns the elements in the gaps. */
  private static Tensor between(Tensor evens) {
    return evens.alias(new long[] {3, 3}, new long[] {6, 2}, 1);
  }

  @Test
  void aBodyThatRefusesLeavesItsOutputAlone() {
    Tensor x = HostData.tensor(new long[] {1}, 1);
    Tensor zero = HostData.tensor(new long[] {0}, 1);
    Tensor far = HostData.tensor(new long[] {9}, 1);
    Class<InvalidArgument> refusal = InvalidArgument.class;
    leaves(
        refusal,
        one(HostData.empty(DType.INT64, 4)),
        (on, out) -> on.aten.divOut(x, zero, "trunc", out));
    leaves(
        refusal,
        one(HostData.empty(DType.INT64, 4)),
        (on, out) -> on.aten.divOut(x, zero, "floor", out));
    leaves(
        refusal,
        one(HostData.empty(DType.FLOAT32, 4)),
        (on, out) -> on.aten.indexSelectOut(matrix(), 0, far, out));
    Tensor scores = matrix();
    Tensor target = HostData.tensor(new long[] {0, 7}, 2);
    leaves(
        refusal,
        one(HostData.empty(DType.FLOAT32, 4)),
        (on, out) ->
            on.aten.nllLossForwardOut(
                scores, target, null, 0, -100, out, HostData.empty(DType.FLOAT32)));
  }

  @Test
  void aMeanIsNotCastToIntegers() {
    Tensor x = HostData.tensor(new float[] {1.5f, 2.5f, 3.5f}, 1, 3);
    for (DType type : new DType[] {DType.INT64, DType.BOOL, DType.UINT8}) {
      leaves(
          TypeMismatch.class,
          one(HostData.empty(type, 1)),
          (on, out) -> on.aten.meanOut(x, new long[] {1}, out));
    }
    platforms.each(on -> {
      Tensor wide = HostData.empty(DType.FLOAT64, 1);
      assertThat(HostData.doubles(on.aten.meanOut(x, new long[] {1}, wide))).containsExactly(2.5);
    });
  }

  @Test
  void aClosedInputIsRefusedAlsoWithoutElements() {
    Tensor none = HostData.empty(DType.FLOAT32, 2, 0);
    Tensor other = HostData.empty(DType.FLOAT32, 0, 3);
    none.close();
    Class<TensorClosed> refusal = TensorClosed.class;
    platforms.refused(refusal, on -> on.aten.mm(none, other));
    platforms.refused(refusal, on -> on.aten.cat(new Tensor[] {none, none}));
    platforms.refused(refusal, on -> on.aten._logSoftmax(none, 1, false));
    platforms.refused(refusal, on -> on.aten._logSoftmaxBackwardData(none, none, 1, DType.FLOAT32));
  }

  @Test
  void aClosedOutputIsRefused() {
    platforms.each(on -> {
      for (long size : new long[] {1, 2, 2000}) {
        Tensor out = HostData.empty(DType.FLOAT32, size);
        out.close();
        Tensor x = HostData.empty(DType.FLOAT32, 2000);
        platforms.refused(TensorClosed.class, on2 -> on2.aten.addOut(x, x, out));
        platforms.refused(TensorClosed.class, on2 -> on2.aten.sumOut(x, out));
        platforms.refused(TensorClosed.class, on2 -> on2.aten.catOut(new Tensor[] {x, x}, out));
        assertThat(out.sizes()).containsExactly(size);
      }
    });
  }

  @Test
  void aSavedTensorThatWasMovedByAResizeIsNoticed() {
    platforms.each(on -> {
      Tensor x = HostData.tensor(new float[] {1, 2, 3, 4}, 4).requiresGradient();
      Tensor w = HostData.tensor(new float[] {1, 1, 1, 1}, 4);
      on.aten.mul_(w, 2); // at version 1
      Tensor y = on.aten.sum(on.aten.mul(x, w));
      Tensor big = HostData.empty(DType.FLOAT32, 3, 5);
      on.aten.addOut(big, big, w);
      assertThat(w.version()).isEqualTo(2);
      platforms.refused(
          AutogradMisuse.class,
          any -> {
            on.autograd().backward(y);
            return null;
          });
    });
  }

  @Test
  void aRefusedOutputThatWasSavedStillGivesItsGradient() {
    platforms.each(on -> {
      Tensor x = HostData.tensor(new float[] {1, 2, 3, 4}, 4).requiresGradient();
      Tensor w = HostData.tensor(new long[] {2, 3, 4, 5}, 4);
      Tensor y = on.aten.sum(on.aten.mul(x, w));
      Tensor one = HostData.tensor(new long[] {1}, 1);
      Tensor zero = HostData.tensor(new long[] {0}, 1);
      platforms.refused(any -> on.aten.divOut(one, zero, "trunc", w));
      on.autograd().backward(y);
      assertThat(HostData.floats(x.grad())).containsExactly(2, 3, 4, 5);
    });
  }

  @Test
  void fillingWritesWhatItCan() {
    platforms.each(on -> {
      Tensor memory = HostData.tensor(new float[] {1, 2, 3, 4, 5, 6}, 6);
      on.aten.fill_(memory.alias(new long[] {2, 1}, new long[] {3, 1}, 1), Scalar.of(9));
      assertThat(HostData.floats(memory)).containsExactly(1, 9, 3, 4, 9, 6);
      assertThat(Elements.doubleAt(DType.FLOAT32, memory.address())).isEqualTo(1);
    });
  }
}
