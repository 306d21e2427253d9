package jackfield.feature.autograd.history;

import static jackfield.feature.autograd.Recorder.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.feature.autograd.Recorder;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class AutogradFallbackTest {
  private static final int CALLS = 20_000;
  private static final long LARGE = 1L << 40; // a value for which Long has no cached object

  private final Recorder recorder = new Recorder();
  private final Tensor x = vector(1, 2);
  private final Tensor plain = x.data();
  private final Tensor result = vector(3, 4).data();
  private final Stack stack = new Stack();

  /** Defines an operator of one result, whose kernel returns {@link #result}. */
  private Operator define(String name, String arguments) {
    OperatorSchema schema = OperatorSchema.parse("acme::" + name + arguments + " -> Tensor");
    return define(
        schema, (operator, keys, boxed) -> boxed.replace(schema.arguments().size(), result));
  }

  private Operator define(OperatorSchema schema, BoxedKernel kernel) {
    recorder.dispatcher.commit(
        Provenance.of("acme"),
        changes ->
            changes
                .define(schema)
                .kernel(schema.name(), DispatchKey.CPU, KernelFunction.boxed(kernel)));
    return recorder.dispatcher.operator(schema.name().toString());
  }

  private Tensor call(Operator operator, Consumer<Stack> arguments) {
    arguments.accept(stack);
    operator.callBoxed(stack);
    Tensor found = stack.tensor(stack.size() - 1);
    stack.drop(1);
    return found;
  }

  private long bytesOfCalls(Operator operator, Consumer<Stack> arguments) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < CALLS; i++) {
      call(operator, arguments);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      call(operator, arguments);
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  // ---- calls that are not recorded

  @Test
  void aCallThatNeedsNoGradientAllocatesNothing() {
    Operator operator = define("shift", "(Tensor self, Tensor? other, int by, float scale)");
    Consumer<Stack> arguments = to -> to.push(plain).push(null).pushLong(LARGE).pushDouble(1.5);
    assertThat(bytesOfCalls(operator, arguments)).isLessThan(CALLS); // less than a byte a call
    assertThat(call(operator, arguments).requiresGrad()).isFalse();
  }

  @Test
  void aCallWhileGradientsAreOffAllocatesNothing() {
    Operator operator = define("shift", "(Tensor self, int by)");
    try (Guard _ = DispatchContext.current().gradients(false)) {
      assertThat(bytesOfCalls(operator, to -> to.push(x).pushLong(LARGE))).isLessThan(CALLS);
    }
    assertThat(result.requiresGrad()).isFalse();
  }

  @Test
  void aTensorWhereTheSchemaHasNoneDoesNotCount() {
    Operator operator = define("mark", "(Tensor self, Any mark)");
    assertThat(call(operator, to -> to.push(plain).push(x)).requiresGrad()).isFalse();
  }

  // ---- calls that are recorded

  @Test
  void oneOfTheLaterArgumentsThatRequiresAGradientIsEnough() {
    Operator operator = define("shift", "(Tensor self, int by, Tensor other)");
    Consumer<Stack> arguments = to -> to.push(plain).pushLong(1).push(x);
    assertThat(call(operator, arguments).isLeaf()).isFalse();
  }

  @Test
  void aTensorInAListThatRequiresAGradientIsEnough() {
    Operator operator = define("join", "(Tensor[] parts)");
    assertThat(call(operator, to -> to.push(List.of(plain, x))).isLeaf()).isFalse();
  }

  @Test
  void noneInAListOfTensorsIsPassedOver() {
    Operator operator = define("join", "(Tensor?[] parts)");
    Tensor[] parts = {null, x};
    assertThat(call(operator, to -> to.push(parts)).isLeaf()).isFalse();
  }

  // ---- kernels that do not follow their schema

  @Test
  void anArgumentReturnedAsANewTensorIsRefusedAndStaysALeaf() {
    Operator operator =
        define(OperatorSchema.parse("acme::same(Tensor x) -> Tensor"), (_, _, _) -> {});
    InvalidArgument refused =
        catchThrowableOfType(InvalidArgument.class, () -> call(operator, to -> to.push(x)));
    assertThat(refused.operator()).isEqualTo("acme::same");
    assertThat(refused.argument()).isEqualTo("x");
    assertThat(x.isLeaf()).isTrue();
  }

  @Test
  void anArgumentReturnedAsItsDeclaredAliasStaysALeaf() {
    Operator operator =
        define(OperatorSchema.parse("acme::view(Tensor(a) x) -> Tensor(a)"), (_, _, _) -> {});
    assertThat(call(operator, to -> to.push(x))).isSameAs(x);
    assertThat(x.isLeaf()).isTrue();
  }

  @Test
  void fewerResultsThanTheSchemaHasAreRefusedByTheirNumber() {
    Operator operator =
        define(
            OperatorSchema.parse("acme::two(Tensor x) -> (Tensor, Tensor)"),
            (_, _, boxed) -> boxed.replace(1, result));
    SchemaMismatch refused =
        catchThrowableOfType(SchemaMismatch.class, () -> call(operator, to -> to.push(x)));
    assertThat(refused.operator()).isEqualTo("acme::two");
    assertThat(refused.expected()).startsWith("2 ");
    assertThat(refused.found()).startsWith("1 ");
    assertThat(result.requiresGrad()).isFalse();
  }

  @Test
  void valuesBelowTheArgumentsDoNotCount() {
    Operator operator = define("shift", "(Tensor self, int by)");
    stack.push(x);
    assertThat(call(operator, to -> to.push(plain).pushLong(1)).requiresGrad()).isFalse();
  }
}
