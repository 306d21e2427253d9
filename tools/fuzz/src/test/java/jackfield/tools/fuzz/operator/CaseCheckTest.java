package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.kernel.BoxedKernel;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class CaseCheckTest {
  private static void put(Tensor tensor, double value) {
    HostData.forEachAddress(tensor, address -> Elements.putDouble(tensor.dtype(), address, value));
  }

  private static String kindOf(BoxedKernel wrong) {
    Fixture fixture = new Fixture().with(Fixture.ADD, _ -> wrong);
    return fixture.check(Fixture.add(DType.FLOAT64)).map(Failure::kind).orElse("nothing");
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void aRightOperatorHasNoFailure(DType type) {
    assertThat(new Fixture().check(Fixture.add(type))).isEmpty();
  }

  @Test
  void aKernelThatComputesSomethingElseIsFound() {
    Fixture fixture =
        new Fixture()
            .with(
                Fixture.ADD,
                right ->
                    (operator, keys, stack) -> {
                      right.call(operator, keys, stack);
                      put(stack.tensor(stack.size() - 1), 7);
                    });
    assertThat(fixture.check(Fixture.add(DType.FLOAT32)).orElseThrow().kind())
        .isEqualTo("backends differ");
  }

  @Test
  void aKernelThatThrowsSomethingUntypedIsFound() {
    assertThat(
            kindOf((_, _, _) -> {
              throw new IllegalStateException("on purpose");
            }))
        .isEqualTo("untyped IllegalStateException");
  }

  @Test
  void aKernelThatChangesItsInputIsFound() {
    Fixture fixture =
        new Fixture()
            .with(
                Fixture.ADD,
                right ->
                    (operator, keys, stack) -> {
                      Tensor input = stack.tensor(stack.fromTop(3, 0));
                      right.call(operator, keys, stack);
                      put(input, 7);
                    });
    assertThat(fixture.check(Fixture.add(DType.FLOAT32)).orElseThrow().kind())
        .isEqualTo("changes an argument");
  }

  @Test
  void aKernelThatClosesItsInputIsFound() {
    Fixture fixture =
        new Fixture()
            .with(
                Fixture.ADD,
                right ->
                    (operator, keys, stack) -> {
                      Tensor input = stack.tensor(stack.fromTop(3, 0));
                      right.call(operator, keys, stack);
                      input.close();
                    });
    assertThat(fixture.check(Fixture.add(DType.FLOAT32)).orElseThrow().kind())
        .isEqualTo("changes an argument");
  }

  @Test
  void aKernelThatChangesItsInputAndRefusesIsFound() {
    assertThat(
            kindOf((_, _, stack) -> {
              put(stack.tensor(stack.fromTop(3, 0)), 7);
              throw new InvalidArgument("add", "self", "on purpose");
            }))
        .isEqualTo("a refusal changes an argument");
  }

  @Test
  void aKernelThatRefusesWhatOthersTakeIsFound() {
    assertThat(
            kindOf((_, _, _) -> {
              throw new InvalidArgument("add", "self", "on purpose");
            }))
        .isEqualTo("one backend refuses");
  }

  @Test
  void aResultBeyondItsStorageCannotBeMade() {
    assertThat(
            kindOf((_, _, stack) -> {
              Tensor input = stack.tensor(stack.fromTop(3, 0));
              Tensor beyond =
                  HostData.empty(DType.FLOAT64, 2).alias(input.sizes(), input.strides(), 0);
              stack.drop(3);
              stack.push(beyond);
            }))
        .isEqualTo("one backend refuses");
  }

  @Test
  void aKernelThatGivesItsInputIsFound() {
    assertThat(
            kindOf((_, _, stack) -> {
              Tensor input = stack.tensor(stack.fromTop(3, 0));
              stack.drop(3);
              stack.push(input);
            }))
        .isEqualTo("an undeclared alias");
  }

  @Test
  void aDifferenceWithinRoundingIsNone() {
    OperatorName name = new OperatorName("aten::mul", "Tensor");
    Fixture fixture =
        new Fixture()
            .with(
                name,
                right ->
                    (operator, keys, stack) -> {
                      right.call(operator, keys, stack);
                      Tensor result = stack.tensor(stack.size() - 1);
                      HostData.forEachAddress(
                          result,
                          at -> {
                            double value = Elements.doubleAt(result.dtype(), at);
                            Elements.putDouble(result.dtype(), at, value + value * value * 1e-12);
                          });
                    });
    Case call = Fixture.add(DType.FLOAT64);
    Case product = new Case(name, call.memories(), call.views(), call.arguments().subList(0, 2));
    assertThat(fixture.check(product)).isEmpty(); // within the tolerance of backends
  }

  /** A repeated input without elements ends at a page without access: a read ends the process. */
  @Test
  void anElementThatDoesNotExistIsNotRead() {
    Case call =
        new Case(
            new OperatorName("aten::eq_", "Tensor"),
            List.of(
                new Memory(DType.BOOL, 2, List.of(-2.0), 0, false, false),
                new Memory(DType.FLOAT64, 3, List.of(0.421), 0, false, true)),
            List.of(
                new View(0, List.of(0L, 1L), List.of(1L, 1L), 0, false),
                new View(1, List.of(0L, 1L), List.of(0L, 1L), 3, false)),
            List.of(new Ref(0), new Ref(1)));
    assertThat(new Fixture().check(call)).isEmpty();
  }
}
