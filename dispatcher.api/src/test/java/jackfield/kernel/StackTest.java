package jackfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StackTest {
  private final Stack stack = new Stack();
  private final Tensor x = HostData.tensor(new double[] {1}, 1);

  @Test
  void everyKindOfValueIsReadAsItWasPushed() {
    stack.push(x).pushLong(-7).pushDouble(0.1).pushBoolean(true).push(Scalar.ONE).push("text");
    stack.push(null).push(new long[] {1, 2}).push(DType.INT8);
    assertThat(stack.tensor(0)).isSameAs(x);
    assertThat(stack.longAt(1)).isEqualTo(-7);
    assertThat(stack.doubleAt(2)).isEqualTo(0.1);
    assertThat(stack.booleanAt(3)).isTrue();
    assertThat(stack.scalar(4)).isSameAs(Scalar.ONE);
    assertThat(stack.string(5)).isEqualTo("text");
    assertThat(stack.isNone(6)).isTrue();
    assertThat(stack.longs(7)).containsExactly(1, 2);
    assertThat(stack.dtype(8)).isEqualTo(DType.INT8);
  }

  @Test
  void removingMoreThanThereIsIsRefused() {
    stack.push(x);
    int size = stack.size();
    for (int count : new int[] {3, 9, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      InvalidArgument refused =
          catchThrowableOfType(InvalidArgument.class, () -> stack.drop(count));
      assertThat(refused.operator()).isEqualTo("Stack.drop");
      assertThat(
              catchThrowableOfType(InvalidArgument.class, () -> stack.replace(count, x)).operator())
          .isEqualTo("Stack.replace");
    }
    for (int bottom : new int[] {-1, -3, Integer.MIN_VALUE, 17, Integer.MAX_VALUE}) {
      assertThat(catchThrowableOfType(InvalidArgument.class, () -> stack.cut(bottom)).argument())
          .isEqualTo("bottom");
    }
    assertThat(stack.tensor(0)).isSameAs(x);
    assertThat(stack.size()).isEqualTo(size);
  }

  @Test
  void noneIsAnAbsentOptional() {
    stack.push(null).pushLong(3);
    assertThat(stack.optionalLong(0)).isNull();
    assertThat(stack.optionalLong(1)).isEqualTo(3L);
    assertThat(stack.tensor(0)).isNull();
    assertThat(stack.scalar(0)).isNull();
  }

  @Test
  void numbersConvertAsSchemasAllow() {
    stack.pushLong(3).pushBoolean(true).pushDouble(2.5).pushLong(DType.FLOAT64.number());
    assertThat(stack.doubleAt(0)).isEqualTo(3.0);
    assertThat(stack.longAt(1)).isEqualTo(1);
    assertThat(stack.scalar(2)).isEqualTo(Scalar.of(2.5));
    assertThat(stack.longs(0)).containsExactly(3);
    assertThat(stack.dtype(3)).isEqualTo(DType.FLOAT64);
  }

  @Test
  void aValueOfAnotherTypeIsRefusedAndNamed() {
    stack.push("text");
    ValueMismatch error = catchThrowableOfType(ValueMismatch.class, () -> stack.tensor(0));
    assertThat(error.expected()).isEqualTo("Tensor");
    assertThat(error.found()).isEqualTo("str text");
    assertThat(error.position()).isZero();
  }

  @Test
  void keysOfListsAreTheUnionOfTheirTensors() {
    stack.push(Arrays.asList(null, x)).push(new Tensor[] {x}).push(List.of()).pushLong(1);
    assertThat(stack.keys(0)).isEqualTo(x.keyBits());
    assertThat(stack.keys(1)).isEqualTo(x.keyBits());
    assertThat(stack.keys(2)).isZero();
    assertThat(stack.keys(3)).isZero();
  }

  @Test
  void droppingKeepsTheLowerValues() {
    for (int i = 0; i < 100; i++) {
      stack.pushLong(i);
    }
    stack.drop(98);
    assertThat(stack.size()).isEqualTo(2);
    assertThat(stack.longAt(stack.fromTop(2, 1))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 9})
  void aResultReplacesAnyNumberOfArguments(int count) {
    stack.push("beneath");
    for (int i = 0; i < count; i++) {
      stack.push("argument " + i);
    }
    stack.replace(count, x);
    assertThat(stack.size()).isEqualTo(2);
    assertThat(stack.tensor(1)).isSameAs(x);
    stack.cut(1);
    assertThat(stack.size()).isEqualTo(1);
    assertThat(stack.string(0)).isEqualTo("beneath");
  }

  @Test
  void droppedValuesAreNotReachable() {
    for (int i = 0; i < 7; i++) {
      stack.push(new Object());
    }
    stack.replace(7, x);
    stack.cut(0);
    for (int place = 0; place < 7; place++) {
      assertThat(stack.isNone(place)).isTrue();
    }
  }

  @Test
  void theStackCanBeUsedRepeatedly() {
    for (int i = 0; i < 10_000; i++) {
      stack.push(x).pushLong(i);
      assertThat(stack.tensor(0)).isSameAs(x);
      assertThat(stack.longAt(1)).isEqualTo(i);
      stack.drop(2);
    }
  }
}
