package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.CallRefused;
import jackfield.boxing.CallRefused.Kind;
import jackfield.boxing.NamedCall;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Operator;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.memory.Device;
import jackfield.tensor.Scalar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NamedCallTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();

  /** Returns an operator of these arguments that returns what it is given. */
  private Operator operator(String arguments, String returns) {
    LibraryBlock.define(dispatcher, "t", "Test.java", 1)
        .def("op(%s) -> %s".formatted(arguments, returns))
        .impl(
            "op",
            LibraryKernel.boxed((operator, keys, stack) -> {})
                .at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    return dispatcher.operator("t::op");
  }

  private static CallRefused refusal(
      Operator operator, List<?> positional, Map<String, ?> keywords) {
    return catchThrowableOfType(
        CallRefused.class, () -> NamedCall.call(operator, positional, keywords));
  }

  @Test
  void argumentsComeByPlaceThenByNameThenByDefault() {
    Operator operator =
        operator("int a, str b, *, float c=0.5, bool d=True", "(int, str, float, bool)");
    assertThat(NamedCall.call(operator, List.of(1), Map.of("d", false, "b", "text")))
        .containsExactly(1L, "text", 0.5, false);
  }

  @Test
  void defaultsHaveTheFormOfTheirType() {
    Operator operator =
        operator(
            "int[2] a=3, Scalar b=1, Device c='cpu', int? d=None, float[] e=[1., 2.]",
            "(int[], Scalar, Device, int?, float[])");
    List<Object> results = NamedCall.call(operator, List.of(), Map.of());
    assertThat(results.get(0)).isEqualTo(new long[] {3, 3});
    assertThat(results.get(1)).isEqualTo(Scalar.of(1));
    assertThat(results.get(2)).isEqualTo(Device.CPU);
    assertThat(results.get(3)).isNull();
    assertThat(results.get(4)).isEqualTo(new double[] {1, 2});
  }

  @Test
  void listsAreBroughtIntoTheirForm() {
    Operator operator = operator("int[2] a, str[] b, Dict(str, int[]) c", "(int[], str[], Any)");
    List<Object> results =
        NamedCall.call(
            operator, List.of(4L, List.of("x")), Map.of("c", Map.of("k", List.of(1, 2))));
    assertThat(results.get(0)).isEqualTo(new long[] {4, 4});
    assertThat(results.get(1)).isEqualTo(List.of("x"));
    assertThat(results.get(2)).usingRecursiveComparison().isEqualTo(Map.of("k", new long[] {1, 2}));
  }

  @Test
  void tooManyArgumentsAreRefused() {
    CallRefused refused = refusal(operator("int a", "int"), List.of(1, 2), Map.of());
    assertThat(refused.kind()).isEqualTo(Kind.TOO_MANY_ARGUMENTS);
    assertThat(refused.expected()).isEqualTo("at most 1");
    assertThat(refused.found()).isEqualTo("2 arguments");
    assertThat(refused).hasMessageContaining("t::op(int a) -> int");
  }

  @Test
  void aMissingArgumentIsNamed() {
    CallRefused refused = refusal(operator("int a, int b", "int"), List.of(1), Map.of());
    assertThat(refused.kind()).isEqualTo(Kind.MISSING_ARGUMENT);
    assertThat(refused.argument()).isEqualTo("b");
  }

  @Test
  void aValueOfAnotherTypeIsToldWithItsPosition() {
    Operator operator = operator("int a, int[] b", "int");
    CallRefused byPlace = refusal(operator, List.of(1, "text"), Map.of());
    assertThat(byPlace.kind()).isEqualTo(Kind.WRONG_TYPE);
    assertThat(byPlace.argument()).isEqualTo("b");
    assertThat(byPlace.position()).isOne();
    assertThat(byPlace.expected()).isEqualTo("int[]");
    assertThat(byPlace.found()).isEqualTo("str text");
    CallRefused byName = refusal(operator, List.of(1), Map.of("b", List.of(true)));
    assertThat(byName.position()).isEqualTo(-1);
  }

  @Test
  void keywordsThatAreLeftOverAreRefused() {
    Operator operator = operator("int a", "int");
    CallRefused unknown = refusal(operator, List.of(1), Map.of("z", 2));
    assertThat(unknown.kind()).isEqualTo(Kind.UNKNOWN_KEYWORD);
    assertThat(unknown.argument()).isEqualTo("z");
    CallRefused twice = refusal(operator, List.of(1), Map.of("a", 2));
    assertThat(twice.kind()).isEqualTo(Kind.GIVEN_TWICE);
  }
}
