package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What requests say after the bundle that defines the operators was unplugged. */
class OperatorsGoneIT {
  @Test
  void theErrorNamesTheBundleThatBringsTheOperatorsBack() {
    try (Jackfield jackfield = Jackfield.start()) {
      Tensor x = jackfield.tensor(new float[] {1, 2});
      Aten aten = jackfield.aten();
      Operator held = jackfield.operator("aten::add.Tensor"); // the reference backend has a kernel
      Operator composite = jackfield.operator("aten::linear"); // no other bundle has one
      jackfield.unplug("operators.aten");
      List<ThrowingCallable> requests =
          List.of(
              () -> aten.linear(x, x),
              () -> held.callBoxed(new Stack().push(x).push(x).pushValue(1L)),
              () -> composite.callBoxed(new Stack().push(x).push(x).pushValue(null)),
              () -> jackfield.operator("aten::add.Tensor"),
              () -> jackfield.operator("aten::linear"),
              () -> jackfield.table("aten::linear"),
              held::schema,
              composite::schema);
      for (ThrowingCallable request : requests) {
        NoSuchOperator gone = catchThrowableOfType(NoSuchOperator.class, request);
        assertThat(gone.lastDefinedBy().orElseThrow().bundle()).isEqualTo("operators.aten");
        assertThat(gone).hasMessageContaining("plug operators.aten again");
      }
      jackfield.plug("operators.aten");
      Stack stack = new Stack().push(x).push(x).pushValue(1L);
      held.callBoxed(stack);
      assertThat(stack.tensor(0).sizes()).containsExactly(2);
    }
  }
}
