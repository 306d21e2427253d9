package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.memory.Device;
import jackfield.memory.TensorClosed;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Arguments of unusual values and types: both backends give the same result or throw a typed error.
 */
final class OddArgumentsTest {
  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  private static Tensor bytes(long... values) {
    return of(DType.UINT8, values);
  }

  private static Tensor of(DType type, long... values) {
    Tensor tensor = HostData.empty(type, values.length);
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> jackfield.tensor.Elements.putLong(type, address, values[next[0]++]));
    return tensor;
  }

  @Test
  void aThresholdIsConvertedToTheType() {
    platforms.each(on ->
        assertThat(
                HostData.longs(on.aten.thresholdBackward(bytes(5, 6, 7), bytes(3, 254, 255), -2)))
            .containsExactly(0, 0, 7));
    platforms.refused(
        InvalidArgument.class, on -> on.aten.thresholdBackward(bytes(1), bytes(1), 1000));
    Tensor truths = of(DType.BOOL, 1, 0);
    platforms.refused(TypeMismatch.class, on -> on.aten.thresholdBackward(truths, truths, 0));
  }

  @Test
  void booleansAreAddedAsBooleans() {
    Tensor a = of(DType.BOOL, 0, 0, 1, 1);
    Tensor b = of(DType.BOOL, 0, 1, 0, 1);
    platforms.each(on -> {
      assertThat(HostData.longs(on.aten.add(a, b, Scalar.of(-1)))).containsExactly(0, 1, 1, 1);
      assertThat(HostData.longs(on.aten.add(a, b, Scalar.of(2)))).containsExactly(0, 1, 1, 1);
      assertThat(HostData.longs(on.aten.add(a, b, Scalar.ZERO))).containsExactly(0, 0, 1, 1);
    });
  }

  @Test
  void aProductOfNoColumnsIsNotMultiplied() {
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT16, DType.INT64}) {
      platforms.each(on -> {
        Tensor self = on.aten.view(of(type, 1, 2, 3, 4), 2, 2);
        Tensor left = HostData.empty(type, 2, 0);
        Tensor right = HostData.empty(type, 0, 2);
        Tensor sum = on.aten.addmm(self, left, right, Scalar.of(2), Scalar.of(Double.NaN));
        assertThat(HostData.doubles(sum)).containsExactly(2, 4, 6, 8);
      });
    }
    Tensor whole = HostData.empty(DType.INT64, 2, 2);
    platforms.refused(
        InvalidArgument.class,
        on -> on.aten.addmm(whole, whole, whole, Scalar.ONE, Scalar.of(Double.NaN)));
  }

  @Test
  void gradientsOfFunctionsOfFractionsRefuseIntegers() {
    for (DType type : new DType[] {DType.INT64, DType.UINT8, DType.BOOL}) {
      Tensor x = of(type, 0, 1);
      platforms.refused(TypeMismatch.class, on -> on.aten.sigmoidBackward(x, x));
      platforms.refused(TypeMismatch.class, on -> on.aten.tanhBackward(x, x));
    }
  }

  @Test
  void gradientsOfAnotherShapeThanTheResultAreRefused() {
    Tensor number = HostData.tensor(new float[] {1}, new long[0]);
    Tensor index = HostData.tensor(new long[] {0, 1}, 2);
    Tensor row = HostData.tensor(new float[] {1, 2, 3}, 3);
    platforms.refused(
        JackfieldException.class, on -> on.aten.unfoldBackward(number, longs(4), 0, 5, 2));
    platforms.refused(ShapeMismatch.class, on -> on.aten.unfoldBackward(number, longs(4), 0, 2, 2));
    platforms.refused(ShapeMismatch.class, on -> on.aten.unfoldBackward(row, longs(), 0, 1, 1));
    platforms.refused(
        ShapeMismatch.class, on -> on.aten.indexSelectBackward(row, longs(3), 0, index));
    platforms.refused(
        JackfieldException.class, on -> on.aten.indexSelectBackward(number, longs(3), 0, index));
  }

  @Test
  void aSelectionWithoutMemoryHasAGradient() {
    platforms.each(on -> {
      Tensor x = on.aten.empty(longs(4, 3), DType.FLOAT32, null, Device.META).requiresGradient();
      Tensor index = on.aten.empty(longs(2), DType.INT64, null, Device.META);
      Tensor chosen = on.aten.indexSelect(x, 0, index);
      on.autograd().backward(on.aten.sum(chosen));
      assertThat(x.grad().sizes()).containsExactly(4, 3);
      assertThat(x.grad().device()).isEqualTo(Device.META);
    });
  }

  @Test
  void numbersAndNamesThatStandForNothingAreRefused() {
    Object[][] rests = {
      {51L, null, null, null, null},
      {null, 3L, null, null, null},
      {null, null, null, null, 5L},
      {null, null, "", null, null},
      {null, null, "cpu:x", null, null},
    };
    for (Object[] rest : rests) {
      platforms.each(on ->
          refusedBoxed(
              JackfieldException.class,
              on,
              "aten::empty.memory_format",
              stack -> {
                stack.push(longs(2));
                for (Object value : rest) {
                  stack.pushValue(value);
                }
              }));
    }
  }

  @Test
  void noneForWhatIsNotOptionalIsRefused() {
    Tensor x = HostData.tensor(new float[] {1}, 1);
    platforms.each(on -> {
      refusedBoxed(
          ValueMismatch.class,
          on,
          "aten::add.Tensor",
          stack -> stack.push(null).push(x).push(Scalar.ONE));
      refusedBoxed(
          ValueMismatch.class,
          on,
          "aten::add.Tensor",
          stack -> stack.push(x).push(null).push(Scalar.ONE));
      refusedBoxed(
          ValueMismatch.class, on, "aten::add.Tensor", stack -> stack.push(x).push(x).push(null));
      refusedBoxed(
          ValueMismatch.class,
          on,
          "aten::add.out",
          stack -> stack.push(x).push(x).push(Scalar.ONE).push(null));
      refusedBoxed(JackfieldException.class, on, "aten::neg", stack -> stack.push(null));
      refusedBoxed(
          ValueMismatch.class,
          on,
          "aten::cat",
          stack -> stack.push(new Tensor[] {x, null}).pushLong(0));
      refusedBoxed(
          JackfieldException.class, on, "aten::cat", stack -> stack.push(null).pushLong(0));
      refusedBoxed(ValueMismatch.class, on, "aten::view", stack -> stack.push(x).push(null));
    });
  }

  @Test
  void aDivisorThatTheDivisionItselfMakesZeroGivesZero() {
    platforms.each(on -> {
      Tensor x = of(DType.INT8, 1, 1, 1).alias(longs(2, 2), longs(1, 1), 0);
      assertThat(HostData.longs(on.aten.fmod_(x, x))).containsOnly(0);
    });
  }

  @Test
  void aClosedOutputIsFoundBeforeAnotherIsWritten() {
    Tensor x = HostData.tensor(new float[] {1}, 1);
    platforms.each(on -> {
      Tensor first = HostData.tensor(new float[] {5}, 1);
      Tensor second = HostData.empty(DType.BOOL, 1);
      second.close();
      refusedBoxed(
          TensorClosed.class,
          on,
          "aten::native_dropout.out",
          stack -> stack.push(x).pushDouble(0.5).pushBoolean(false).push(first).push(second));
      assertThat(HostData.doubles(first)).containsExactly(5);
    });
  }

  @Test
  void anIndexLargerThanItsSourceIsRefused() {
    Tensor self = HostData.tensor(new float[] {1, 2}, 2);
    Tensor index = HostData.tensor(new long[] {1, 1}, 2);
    Tensor number = HostData.tensor(new float[] {3}, new long[0]);
    platforms.refused(ShapeMismatch.class, on -> on.aten.scatterAdd(self, 0, index, number));
    Tensor square = HostData.tensor(new float[] {1}, 1, 1);
    Tensor none = HostData.empty(DType.INT64, 0);
    platforms.each(on ->
        assertThat(HostData.doubles(on.aten.scatterAdd(square, 0, none, number)))
            .containsExactly(1));
  }

  @Test
  void aMaskOfAnotherLengthIsRefused() {
    Tensor x = HostData.tensor(new float[] {1}, 1);
    Tensor one = HostData.tensor(new float[] {1}, 1, 1, 1);
    for (boolean[] mask : new boolean[][] {{}, {true}, {true, true}, {true, true, true, true}}) {
      platforms.each(on -> {
        refusedBoxed(
            InvalidArgument.class,
            on,
            "aten::native_layer_norm_backward",
            stack -> {
              stack.push(x).push(x).push(longs(1)).push(x).push(x).push(null).push(null);
              stack.push(mask);
            });
        refusedBoxed(
            InvalidArgument.class,
            on,
            "aten::convolution_backward",
            stack -> {
              stack.push(one).push(one).push(one).push(null);
              stack.push(longs(1)).push(longs(0)).push(longs(1)).pushBoolean(false);
              stack.push(longs(0)).pushLong(1).push(mask);
            });
      });
    }
  }

  private static void refusedBoxed(
      Class<? extends JackfieldException> expected,
      TwoPlatforms.Plugged on,
      String operator,
      Consumer<Stack> push) {
    Stack stack = new Stack();
    push.accept(stack);
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> on.boxed(operator, stack)))
        .as("%s on %s", operator, on)
        .isInstanceOf(expected);
  }

  private static long[] longs(long... values) {
    return values;
  }
}
