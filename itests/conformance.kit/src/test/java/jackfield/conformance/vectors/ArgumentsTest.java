package jackfield.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
  private static final String TENSOR = "{'dtype': 'int64', 'shape': [1], 'data': [7]}";

  private static Arguments bind(String schema, String call) {
    return Arguments.bind(
        OperatorSchema.parse(schema), TestOperators.json(call), new ValueReader(Placement.host()));
  }

  private static Stack pushed(String schema, String call) {
    Stack stack = new Stack();
    bind(schema, call).push(stack);
    return stack;
  }

  @Test
  void missingArgumentsTakeTheirDefaults() {
    Stack stack =
        pushed(
            "aten::f(Tensor self, int dim=-1, float eps=1e-05, Scalar alpha=1, int? n=None,"
                + " bool keep=False, ScalarType t=float, str mode=\"mean\") -> Tensor",
            "{'args': [" + TENSOR + "]}");
    assertThat(stack.longAt(1)).isEqualTo(-1);
    assertThat(stack.doubleAt(2)).isEqualTo(1e-5);
    assertThat(stack.scalar(3)).isEqualTo(Scalar.ONE);
    assertThat(stack.isNone(4)).isTrue();
    assertThat(stack.booleanAt(5)).isFalse();
    assertThat(stack.dtype(6)).isEqualTo(DType.FLOAT32);
    assertThat(stack.string(7)).isEqualTo("mean");
  }

  @Test
  void keywordsFindTheirPlace() {
    Stack stack =
        pushed(
            "aten::f(int a, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
            "{'args': [3], 'kwargs': {'device': {'device': 'cpu'}, 'dtype': {'dtype_value':"
                + " 'bool'}}}");
    assertThat(stack.dtype(1)).isEqualTo(DType.BOOL);
    assertThat(stack.device(2)).hasToString("cpu");
  }

  @Test
  void aNumberIsPushedAsTheTypeOfItsArgument() {
    Stack stack =
        pushed(
            "aten::f(float a, Scalar b, Scalar c, int[2] d, float b) -> Tensor",
            "{'args': [2, 2, 2.0, 3, 'inf']}");
    assertThat(stack.value(0)).isEqualTo(2.0);
    assertThat(stack.scalar(1).type()).isEqualTo(DType.INT64);
    assertThat(stack.scalar(2).type()).isEqualTo(DType.FLOAT64);
    assertThat(stack.longs(3)).containsExactly(3, 3);
    assertThat(stack.doubleAt(4)).isInfinite();
  }

  @Test
  void listsOfTensorsMayHoldNone() {
    Stack stack = pushed("aten::f(Tensor?[] a) -> Tensor", "{'args': [[null, " + TENSOR + "]]}");
    assertThat(stack.object(0, Tensor[].class)).hasSize(2).startsWith((Tensor) null);
  }

  @Test
  void pathsNameTensorsByPlaceAndByKeyword() {
    Arguments arguments =
        bind(
            "aten::f(int a, Tensor[] b, *, Tensor(a!) out) -> Tensor(a!)",
            "{'args': [1, [%s, %s]], 'kwargs': {'out': %s}}".formatted(TENSOR, TENSOR, TENSOR));
    assertThat(arguments.tensors()).containsOnlyKeys("/1/0", "/1/1", "/out");
    assertThat(arguments.tensor("/1/1")).isNotSameAs(arguments.tensor("/1/0"));
  }

  @Test
  void anArgumentThatTheSchemaLacksIsADifference() {
    assertThatExceptionOfType(Disagreement.class)
        .isThrownBy(() -> bind("aten::f(int a) -> Tensor", "{'args': [1, 2]}"))
        .matches(difference -> difference.where().equals("schema"));
    assertThatExceptionOfType(Disagreement.class)
        .isThrownBy(() -> bind("aten::f(int a) -> ()", "{'args': [1], 'kwargs': {'b': 2}}"));
    assertThatExceptionOfType(Disagreement.class)
        .isThrownBy(() -> bind("aten::f(int a) -> ()", "{'args': []}"));
  }
}
