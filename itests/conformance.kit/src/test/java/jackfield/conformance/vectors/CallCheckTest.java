package jackfield.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each kernel here is wrong in one way, and the check must find it. */
final class CallCheckTest {
  private static final String COPY = "aten::copy(Tensor self) -> Tensor";
  private static final String VIEW = "aten::view(Tensor(a) self) -> Tensor(a)";
  private static final String IN_PLACE = "aten::inc_(Tensor(a!) self) -> Tensor(a!)";
  private static final String THREE = "{'dtype': 'float32', 'shape': [3], 'data': [1.0, 2.0, 3.0]}";
  private static final String COPIED =
      "{'id': 'copy-1', 'op': 'aten::copy', 'args': [%s], 'out': [%s], 'exact': true}"
          .formatted(THREE, THREE);
  private static final String SPREAD =
      "{'dtype': 'float32', 'shape': [2], 'strides': [2], 'offset': 1, 'storage': [0, 1, 0, 2]}";
  private static final String SPREAD_AFTER =
      "{'dtype': 'float32', 'shape': [2], 'strides': [2], 'offset': 1, 'data': [2.0, 3.0]%s}";
  private static final String INCREMENTED =
      "{'op': 'aten::inc_', 'args': [%s], 'out': [%s], 'args_after': {'/0': %s}, 'exact': true}"
          .formatted(SPREAD, SPREAD_AFTER.formatted(", 'same': '/0'"), SPREAD_AFTER.formatted(""));
  private static final String REFUSED =
      "{'op': 'aten::copy', 'args': [%s], 'error': {'type': 'RuntimeError', 'kind': 'shape'}}"
          .formatted(THREE);

  private static TestOperators copy(Function<Tensor, Object> kernel) {
    return new TestOperators().define(COPY, arguments -> kernel.apply((Tensor) arguments.get(0)));
  }

  private static TestOperators increment(Function<Tensor, Object> kernel) {
    return new TestOperators()
        .define(IN_PLACE, arguments -> kernel.apply((Tensor) arguments.get(0)));
  }

  private static Tensor add(Tensor tensor, double number) {
    HostData.forEachAddress(
        tensor,
        at ->
            Elements.putDouble(tensor.dtype(), at, Elements.doubleAt(tensor.dtype(), at) + number));
    return tensor;
  }

  private static Tensor strided(float[] values, long[] sizes, long[] strides, long offset) {
    return HostData.tensor(values, values.length).alias(sizes, strides, offset);
  }

  @Test
  void theRightResultPasses() {
    assertThat(copy(self -> HostData.tensor(HostData.floats(self), 3)).verdict(COPIED))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void aWrongElementFails() {
    TestOperators wrong = copy(self -> HostData.tensor(new float[] {1, 2, 4}, 3));
    assertThat(wrong.difference(COPIED)).isEqualTo("output 0 element [2]");
  }

  @Test
  void aWrongTypeFails() {
    assertThat(copy(self -> HostData.tensor(HostData.doubles(self), 3)).difference(COPIED))
        .isEqualTo("output 0 dtype");
  }

  @Test
  void aWrongShapeFails() {
    assertThat(copy(self -> HostData.tensor(HostData.floats(self), 1, 3)).difference(COPIED))
        .isEqualTo("output 0 shape");
  }

  @Test
  void wrongStridesFail() {
    Tensor spread = strided(new float[] {1, 0, 2, 0, 3}, new long[] {3}, new long[] {2}, 0);
    assertThat(copy(_ -> spread).difference(COPIED)).isEqualTo("output 0 strides");
  }

  @Test
  void stridesOfADimensionOfSizeOneAreFree() {
    String vector =
        ("{'op': 'aten::copy', 'args': [%s], 'out': [{'dtype': 'float32', 'shape': [1],"
                + " 'data': [1.0]}]}")
            .formatted(THREE);
    Tensor odd = strided(new float[] {1}, new long[] {1}, new long[] {9}, 0);
    assertThat(copy(_ -> odd).verdict(vector)).isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void aWrongOffsetFails() {
    Tensor shifted = strided(new float[] {0, 1, 2, 3}, new long[] {3}, new long[] {1}, 1);
    assertThat(copy(_ -> shifted).difference(COPIED)).isEqualTo("output 0 offset");
  }

  @Test
  void aResultThatSharesStorageUnaskedFails() {
    assertThat(copy(Tensor::data).difference(COPIED)).isEqualTo("output 0 storage");
  }

  @Test
  void aSecondResultFails() {
    TestOperators two = copy(self -> new Tensor[] {self.data(), self.data()});
    assertThat(two.difference(COPIED)).isEqualTo("outputs");
  }

  @Test
  void aViewThatIsACopyFails() {
    String vector =
        ("{'op': 'aten::view', 'args': [%s], 'out': [{'dtype': 'float32', 'shape': [3], 'data':"
                + " [1.0, 2.0, 3.0], 'alias': '/0'}]}")
            .formatted(THREE);
    TestOperators copying =
        new TestOperators().define(VIEW, arguments -> HostData.tensor(new float[] {1, 2, 3}, 3));
    assertThat(copying.difference(vector)).isEqualTo("output 0 storage");
  }

  @Test
  void anAliasThatTheSchemaDoesNotDeclareMayBeACopy() {
    String vector =
        ("{'op': 'aten::copy', 'args': [%s], 'out': [{'dtype': 'float32', 'shape': [2], 'strides':"
                + " [2], 'offset': 1, 'data': [1.0, 2.0], 'alias': '/0'}]}")
            .formatted(SPREAD);
    assertThat(copy(_ -> HostData.tensor(new float[] {1, 2}, 2)).verdict(vector))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void aChangeInPlacePassesOnTheArgumentItself() {
    assertThat(increment(self -> add(self, 1)).verdict(INCREMENTED))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void aChangeInPlaceThatGivesAnotherTensorFails() {
    assertThat(increment(self -> add(self, 1).data()).difference(INCREMENTED))
        .isEqualTo("output 0 tensor");
  }

  @Test
  void writingBetweenTheElementsOfAStridedTensorFails() {
    TestOperators careless =
        increment(self -> {
          add(self.alias(new long[] {1}, new long[] {1}, 2), 9);
          return add(self, 1);
        });
    assertThat(careless.difference(INCREMENTED))
        .isEqualTo("argument /0 afterwards storage between the elements");
  }

  @Test
  void changingAnArgumentUnaskedFails() {
    TestOperators careless =
        copy(self -> {
          Tensor result = HostData.tensor(HostData.floats(self), 3);
          add(self, 1);
          return result;
        });
    assertThat(careless.difference(COPIED)).isEqualTo("argument /0 afterwards content");
  }

  @Test
  void anUntypedErrorFails() {
    TestOperators failing =
        copy(self -> {
          throw new IllegalArgumentException("oops");
        });
    assertThat(failing.difference(COPIED)).isEqualTo("call");
    assertThat(failing.difference(REFUSED)).isEqualTo("call");
  }

  @Test
  void aTypedRefusalPassesWhereOneIsExpected() {
    TestOperators refusing =
        copy(self -> {
          throw new ShapeMismatch("copy", "expected two dimensions", self.sizes());
        });
    assertThat(refusing.verdict(REFUSED)).isInstanceOf(Verdict.Passed.class);
    assertThat(refusing.difference(COPIED)).isEqualTo("call");
  }

  @Test
  void aRefusalAfterAChangeFails() {
    TestOperators late =
        copy(self -> {
          add(self, 1);
          throw new ShapeMismatch("copy", "expected two dimensions", self.sizes());
        });
    assertThat(late.difference(REFUSED)).isEqualTo("argument /0 afterwards content");
  }

  @Test
  void computingWhatShouldBeRefusedFails() {
    assertThat(copy(Tensor::data).difference(REFUSED)).isEqualTo("call");
  }

  @Test
  void aMissingKernelIsNoRefusal() {
    assertThat(new TestOperators().defineOnly(COPY).difference(REFUSED)).isEqualTo("call");
  }

  @Test
  void aMissingKernelRefusesACallWithoutTensors() {
    String vector =
        "{'op': 'aten::join', 'args': [[]], 'error': {'type': 'RuntimeError', 'kind': 'argument'}}";
    TestOperators without = new TestOperators().defineOnly("aten::join(Tensor[] all) -> Tensor");
    assertThat(without.verdict(vector)).isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void anOperatorThatDoesNotExistIsSkipped() {
    assertThat(new TestOperators().verdict(COPIED))
        .isEqualTo(new Verdict.Skipped(Set.of("aten::copy")));
  }

  @Test
  void booleansAreCompared() {
    String vector = "{'op': 'aten::same', 'args': [], 'out': [true], 'single': true}";
    TestOperators answers = new TestOperators();
    answers.define("aten::same() -> bool", _ -> false);
    assertThat(answers.difference(vector)).isEqualTo("output 0 value");
  }

  @Test
  void contentOfEmptyTensorsIsFree() {
    String vector =
        "{'op': 'aten::copy', 'args': [%s], 'out': [{'dtype': 'float32', 'shape': [2]}]}"
            .formatted(THREE);
    assertThat(copy(_ -> HostData.empty(DType.FLOAT32, 2)).verdict(vector))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void listsOfResultsAreCheckedOneByOne() {
    String vector =
        "{'op': 'aten::two', 'args': [%s], 'out': [%s, %s]}".formatted(THREE, THREE, THREE);
    TestOperators two = new TestOperators();
    two.define(
        "aten::two(Tensor self) -> Tensor[]",
        _ ->
            List.of(
                HostData.tensor(new float[] {1, 2, 3}, 3),
                HostData.tensor(new float[] {1, 2, 5}, 3)));
    assertThat(two.difference(vector)).isEqualTo("output 1 element [2]");
  }

  @Test
  void scalarsReachTheKernelAsTheyAreWritten() {
    String vector = "{'op': 'aten::sort_of', 'args': [%s], 'out': [%s]}";
    TestOperators sorts = new TestOperators();
    sorts.define("aten::sort_of(Scalar a) -> bool", a -> ((Scalar) a.get(0)).type() == DType.BOOL);
    assertThat(sorts.verdict(vector.formatted("true", "true"))).isInstanceOf(Verdict.Passed.class);
    assertThat(sorts.verdict(vector.formatted("1", "false"))).isInstanceOf(Verdict.Passed.class);
  }
}
