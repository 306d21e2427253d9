package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.Values.Element;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.Values.Seed;
import jackfield.tools.fuzz.operator.argument.View;
import jackfield.tools.fuzz.run.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaLinesTest {
  @Test
  void everySortOfArgumentIsWrittenAsJavaReadsIt() {
    List<Object> arguments = new ArrayList<>();
    arguments.add(null);
    arguments.addAll(
        List.of(
            Long.MIN_VALUE,
            Double.NaN,
            true,
            "trunc",
            Scalar.of(1.0 / 0, -2),
            DType.BFLOAT16,
            Device.META,
            new Seed(3),
            new Values(Element.INT, List.of(1L << 62)),
            new Values(Element.TENSOR, Arrays.asList(new Ref(0), null, new Ref(1)))));
    Case call =
        new Case(
            Fixture.ADD,
            List.of(new Memory(DType.INT8, 4, List.of(1.0, -0.0), 0.5, true)),
            List.of(
                new View(0, List.of(2L), List.of(2L), 1, false),
                new View(0, List.of(), List.of(), 0, true)),
            arguments);
    assertThat(JavaLines.of(call))
        .isEqualTo(
            """
            Tensor s0 = filled(DType.INT8, 4, 0.5, 1.0, -0.0);
            Tensor t0 = s0.alias(new long[] {2L}, new long[] {2L}, 1L);
            Tensor t1 = Tensor.wrappedNumber(s0.keyBits(), s0.dtype(), s0.storage());
            s0.close();
            Stack stack = new Stack();
            stack.push(null);
            stack.pushLong(Long.MIN_VALUE);
            stack.pushDouble(Double.NaN);
            stack.pushBoolean(true);
            stack.push("trunc");
            stack.push(Scalar.of(Double.POSITIVE_INFINITY, -2.0));
            stack.push(DType.BFLOAT16);
            stack.push(Device.parse("meta"));
            stack.push(new Generator(Device.CPU, 3L));
            stack.push(new long[] {4611686018427387904L});
            stack.push(new Tensor[] {t0, null, t1});
            dispatcher.operator("aten::add.Tensor").callBoxed(stack);
            """);
  }

  @Test
  void aFailureIsToldOnOneLine() {
    Failure failure = new Failure("backends differ", "1, not\n2", Fixture.add(DType.BOOL));
    Message told = failure.message();
    assertThat(told.line()).doesNotContain("\n");
    assertThat(Message.read(told.line())).isEqualTo(told);
    assertThat(Message.read("INFO something else")).isNull();
  }
}
