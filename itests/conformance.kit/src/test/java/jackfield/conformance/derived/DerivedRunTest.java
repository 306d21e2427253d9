package jackfield.conformance.derived;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.error.InvalidArgument;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An operator that doubles integers, with right and with wrong forms. */
final class DerivedRunTest {
  private static final String VECTOR =
      """
      {"id": "twice-1", "op": "test::twice", "args": [{"dtype": "int64", "shape": [2], \
      "data": [1, 2]}], "out": [{"dtype": "int64", "shape": [2], "data": [2, 4]}], "exact": true}\
      """;

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  private void define(String text, Consumer<Stack> body) {
    OperatorSchema schema = OperatorSchema.parse(text);
    dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes
                .define(schema)
                .kernel(
                    schema.name(),
                    DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD,
                    KernelFunction.boxed((_, _, stack) -> body.accept(stack))));
  }

  private void defineFunctional() {
    define("test::twice(Tensor self) -> Tensor", stack -> stack.push(twice(tensor(stack))));
  }

  private static Tensor tensor(Stack stack) {
    Tensor last = stack.tensor(stack.fromTop(1, 0));
    stack.drop(1);
    return last;
  }

  private static Tensor twice(Tensor tensor) {
    long[] values = HostData.longs(tensor);
    for (int i = 0; i < values.length; i++) {
      values[i] *= 2;
    }
    return HostData.tensor(values, tensor.sizes());
  }

  private List<String> failures() throws JsonProcessingException {
    RecordedVector vector =
        new RecordedVector("test.jsonl.gz", new ObjectMapper().readTree(VECTOR), VECTOR.length());
    return new DerivedRun(dispatcher)
        .run(List.of(vector)).failures().stream()
            .map(failure -> failure.kind() + ", " + failure.difference().where())
            .toList();
  }

  @Test
  void anInPlaceFormThatAgreesPasses() throws JsonProcessingException {
    defineFunctional();
    define(
        "test::twice_(Tensor(a!) self) -> Tensor(a!)",
        stack -> {
          Tensor self = tensor(stack);
          Outputs.copyInto(self, twice(self), self.strides(), 0);
          stack.push(self);
        });
    assertThat(failures()).isEmpty();
  }

  @Test
  void anInPlaceFormThatReturnsANewTensorFails() throws JsonProcessingException {
    defineFunctional();
    define(
        "test::twice_(Tensor(a!) self) -> Tensor(a!)", stack -> stack.push(twice(tensor(stack))));
    assertThat(failures()).containsExactly("in place, result 0");
  }

  @Test
  void anOutputThatIsWrittenWithoutACheckFailsWhereItDoesNotFit() throws JsonProcessingException {
    defineFunctional();
    define(
        "test::twice.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
        stack -> {
          Tensor out = tensor(stack);
          Tensor result = twice(tensor(stack));
          if (!Arrays.equals(out.sizes(), result.sizes()) || out.dtype() != result.dtype()) {
            throw new InvalidArgument("twice", "out", "is another");
          }
          Outputs.copyInto(out, result, new long[] {1}, 0); // as if it were contiguous
          stack.push(out);
        });
    assertThat(failures())
        .containsExactly(
            "out empty, call",
            "out strided, result 0 element 0",
            "out overlaps, result 0 element 0");
  }
}
