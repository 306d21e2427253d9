package jackfield.shell.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.schema.OperatorTags;
import jackfield.shell.Gogo;
import jackfield.shell.Registered;
import jackfield.shell.command.Misuse;
import jackfield.shell.command.Sessions;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallCommandsTest {
  private final Registered registered = new Registered();
  private final Gogo gogo = new Gogo();
  private final List<Object> received = new ArrayList<>();
  private int calls;

  @BeforeEach
  void offer() {
    gogo.offer(new CallCommands(registered.dispatcher), "call", "time");
    define("t::one(Tensor self, *, Scalar alpha=1, ScalarType? dtype=None) -> Tensor");
    define("t::one.two(Tensor self, Tensor other, int[2] k=3) -> Tensor");
    define("t::one.number(Tensor self, Scalar other) -> Tensor");
    define(
        "t::all(Tensor[] tensors, int[] dims, float[] rates, bool on, str mode, Tensor? none)"
            + " -> Tensor");
    define("t::change_(Tensor(a!) self) -> Tensor(a!)");
  }

  @AfterEach
  void close() {
    gogo.close();
  }

  /** Defines an operator that records its arguments and returns the first tensor. */
  private void define(String text, Integer... tags) {
    OperatorSchema schema = OperatorSchema.parse(text);
    registered.dispatcher.commit(
        Registered.by("t.operators"), changes -> changes.define(schema, List.of(tags)));
    int count = schema.arguments().size();
    KernelFunction kernel =
        KernelFunction.boxed((operator, keys, stack) -> record(stack, count, operator.toString()));
    registered.dispatcher.commit(
        Registered.by("t.backend"),
        changes -> changes.kernel(schema.name(), DispatchKey.CPU, kernel));
  }

  private void record(Stack stack, int count, String operator) {
    calls++;
    received.clear();
    received.add(operator);
    for (int i = 0; i < count; i++) {
      received.add(stack.value(stack.fromTop(count, i)));
    }
    Object first = received.get(1) instanceof Tensor[] several ? several[0] : received.get(1);
    stack.replace(count, first);
  }

  private String output(String line) throws Exception {
    return Sessions.execute(gogo.session(), line);
  }

  private <T extends Throwable> T failure(Class<T> type, String line) {
    return catchThrowableOfType(type, () -> output(line));
  }

  private Called called(String line) throws Exception {
    return (Called) gogo.session().execute(line);
  }

  @Test
  void nestedListsAreTensorsWhereTheSchemaWantsOne() throws Exception {
    Tensor result = (Tensor) called("call t::one [[1, 2],[3,-4.5]]").value();
    assertThat(result.sizes()).containsExactly(2, 2);
    assertThat(result.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(HostData.floats(result)).containsExactly(1, 2, 3, -4.5f);
  }

  @Test
  void longsAndBooleansMakeTensorsOfTheirType() throws Exception {
    assertThat(((Tensor) called("call t::one [1L,2L]").value()).dtype()).isEqualTo(DType.INT64);
    assertThat(((Tensor) called("call t::one [True,False]").value()).dtype()).isEqualTo(DType.BOOL);
    assertThat(((Tensor) called("call t::one 5").value()).rank()).isZero();
  }

  @Test
  void theResultSaysWhichBundleServedAtWhichKey() throws Exception {
    Called called = called("call t::one [1]");
    assertThat(called.server()).isEqualTo("CPU: t.backend 1.0");
    assertThat(called.state()).isEmpty();
    assertThat(calls).isEqualTo(2);
    assertThat(output("call t::one [1]")).contains("CPU: t.backend 1.0", "(second call)");
  }

  @Test
  void anOperatorThatWritesItsArgumentIsCalledOnce() throws Exception {
    assertThat(called("call t::change_ [1]").state()).contains("the operator writes an argument");
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void anOperatorThatDrawsRandomNumbersIsCalledOnceAndTheLineSaysSo() throws Exception {
    define("t::draw(Tensor self) -> Tensor", OperatorTags.RANDOM);
    define("t::from(Tensor self, *, Generator? generator=None) -> Tensor");
    assertThat(output("call t::draw [1]"))
        .contains("(called once: the operator draws random numbers)");
    assertThat(calls).isEqualTo(1);
    output("call t::from [1]");
    assertThat(calls).isEqualTo(2);
  }

  @Test
  void theOverloadThatFitsBestIsCalled() throws Exception {
    assertThat(called("call t::one [1]").operator()).isEqualTo("t::one");
    assertThat(called("call t::one [1] [2]").operator()).isEqualTo("t::one.two");
    assertThat(called("call t::one [1] 2").operator()).isEqualTo("t::one.number");
    assertThat(called("call t::one.two [1] 2").operator()).isEqualTo("t::one.two");
  }

  @Test
  void defaultsComeFromTheSchemaAndNamesMayStandAnywhere() throws Exception {
    output("call t::one [1] dtype=float64 alpha=2");
    assertThat(received.get(2)).hasToString("2");
    assertThat(received.get(3)).isEqualTo(DType.FLOAT64);
    output("call t::one.two [1] [2]");
    assertThat((long[]) received.get(3)).containsExactly(3, 3);
    output("call t::one.two k=[5,6] other=[2] self=[1]");
    assertThat((long[]) received.get(3)).containsExactly(5, 6);
    output("call t::one.two k=[-9223372036854775808,9223372036854775807] other=[2] self=[1]");
    assertThat((long[]) received.get(3)).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Test
  void everyKindOfLiteralArrivesAsItsType() throws Exception {
    output("call t::all [[1],[2,3]] [4] [0.5,1] True 'the mode' None");
    assertThat((Tensor[]) received.get(1)).hasSize(2);
    assertThat((long[]) received.get(2)).containsExactly(4);
    assertThat((double[]) received.get(3)).containsExactly(0.5, 1);
    assertThat(received.subList(4, 7)).containsExactly(true, "the mode", null);
  }

  @Test
  void theResultOfACallCanBeAnArgument() throws Exception {
    output("x = (call t::one [7])");
    assertThat(HostData.floats((Tensor) called("call t::one $x").value())).containsExactly(7);
  }

  @Test
  void anUnknownOperatorGetsTheNearest() {
    assertThat(failure(NoSuchOperator.class, "call t::on [1]").similar()).contains("t::one");
  }

  @Test
  void anOperatorWhoseBundleHasLeftNamesTheBundle() {
    OperatorSchema schema = OperatorSchema.parse("t::gone(Tensor self) -> Tensor");
    registered
        .dispatcher
        .commit(Registered.by("t.gone"), changes -> changes.define(schema))
        .close();
    assertThat(failure(NoSuchOperator.class, "call t::gone [1]"))
        .hasMessageContaining("t.gone 1.0 has withdrawn its definition")
        .hasMessageContaining("plug t.gone again");
  }

  @Test
  void aMissingArgumentIsNamedWithTheSchemas() {
    CallMismatch misfit = failure(CallMismatch.class, "call t::one.two [1]");
    assertThat(misfit.argument()).isEqualTo("other");
    assertThat(misfit.problem()).startsWith("is missing: Tensor other");
    assertThat(misfit.schemas()).hasSize(1);
  }

  @Test
  void anArgumentOfTheWrongKindIsNamed() {
    CallMismatch misfit = failure(CallMismatch.class, "call t::one [1] alpha=many");
    assertThat(misfit.argument()).isEqualTo("alpha");
    assertThat(misfit.problem()).isEqualTo("takes Scalar, not many");
    assertThat(failure(CallMismatch.class, "call t::one.two [[1],[2,3]] [1]").argument())
        .isEqualTo("self");
  }

  @Test
  void surplusAndUnknownArgumentsAreNamed() {
    assertThat(failure(CallMismatch.class, "call t::one [1] [2] 3 4").problem())
        .isEqualTo("is one too many");
    assertThat(failure(CallMismatch.class, "call t::one [1] alfa=2").argument()).isEqualTo("alfa");
  }

  @Test
  void anArgumentGivenTwiceByNameIsNamed() {
    CallMismatch misfit = failure(CallMismatch.class, "call t::one [1] alpha=1 alpha=2");
    assertThat(misfit.argument()).isEqualTo("alpha");
    assertThat(misfit.problem()).isEqualTo("is given twice by name");
    assertThat(failure(CallMismatch.class, "call t::one self=[1] self=[1]").argument())
        .isEqualTo("self");
    assertThat(failure(CallMismatch.class, "time 5 call t::one [1] alpha=1 alpha=1").argument())
        .isEqualTo("alpha");
    assertThat(calls).isZero();
  }

  @Test
  void anArgumentGivenByPlaceAndByNameIsNamed() {
    CallMismatch misfit = failure(CallMismatch.class, "call t::one [1] self=[2]");
    assertThat(misfit.argument()).isEqualTo("self");
    assertThat(misfit.problem()).isEqualTo("is given by place and by name");
    assertThat(failure(CallMismatch.class, "call t::one.two [1] [2] other=[2]").argument())
        .isEqualTo("other");
    assertThat(calls).isZero();
  }

  @Test
  void anArgumentThatCannotBeReadShowsThePosition() {
    LiteralSyntax syntax = failure(LiteralSyntax.class, "call t::one [1,,2]");
    assertThat(syntax.position()).isEqualTo(3);
    assertThat(syntax).hasMessageContaining("[1,,2]\n" + " ".repeat(16) + "^");
  }

  @Test
  void aNumberBeyondTheRangeIsNamedWithItsPosition() {
    Map<String, Integer> positions =
        Map.of(
            "call t::one [1e999]", 1, // Gogo reads a list of one number itself
            "call t::one [-1e999]", 1,
            "call t::one [1,1e999]", 3,
            "call t::one [[1,2],[3,-1e999]]", 12, // Gogo passes [[1,2] , [3,-1e999]]
            "call t::one [1] 1e999", 0,
            "call t::one [1] alpha=1e999", 0);
    positions.forEach((line, position) -> {
      LiteralSyntax syntax = failure(LiteralSyntax.class, line);
      assertThat(syntax.position()).as(line).isEqualTo(position);
      assertThat(syntax.expected()).contains("1.8e308", "inf");
    });
    assertThat(calls).isZero();
  }

  @Test
  void infinityIsWrittenInf() throws Exception {
    assertThat(HostData.floats((Tensor) called("call t::one [inf,-inf]").value()))
        .containsExactly(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
  }

  @Test
  void aListThatBeginsWithNullIsNamedWithItsPosition() {
    Misuse misuse = failure(Misuse.class, "call t::one [null]");
    assertThat(misuse.problem()).isEqualTo("a list begins with null, and cannot be read");
    assertThat(misuse)
        .hasMessageContaining("found      null at character 14 of the command")
        .hasMessageContaining("None for no value");
    assertThat(failure(Misuse.class, "call t::one [1] [$absent 2]"))
        .hasMessageContaining("$absent at character 18");
  }

  @Test
  void aBracketTooManyIsNamedWithItsPosition() {
    assertThat(failure(Misuse.class, "call t::one [1]]"))
        .hasMessageContaining("unexpected token ']'")
        .hasMessageContaining("line 1, column 16");
  }

  @Test
  void timeRepeatsACallAndCountsIt() throws Exception {
    Timed timed = (Timed) gogo.session().execute("time 50 call t::one [1]");
    assertThat(timed.calls()).isEqualTo(50);
    assertThat(timed.medianNanos()).isPositive().isLessThanOrEqualTo(timed.p90Nanos());
    assertThat(timed.perSecond()).isPositive();
    assertThat(timed.server()).isEqualTo("CPU: t.backend 1.0");
  }

  @Test
  void timeRepeatsCallsOnlyAndAtLeastOnce() {
    for (String wrong : List.of("-1", "10000001", "99999999999", "1e30", "many")) {
      InvalidArgument refused =
          failure(InvalidArgument.class, "time " + wrong + " call t::one [1]");
      assertThat(refused.argument()).isEqualTo("TIMES");
      assertThat(refused).hasMessageContaining(wrong).hasMessageContaining("1 to 10000000");
    }
    assertThat(failure(InvalidArgument.class, "time 0 call t::one [1]").argument())
        .isEqualTo("TIMES");
    assertThat(failure(InvalidArgument.class, "time 5 cal t::one [1]").argument())
        .isEqualTo("COMMAND");
    assertThat(failure(Misuse.class, "time 5 call").problem())
        .isEqualTo("time: OPERATOR is missing");
    assertThat(failure(Misuse.class, "call").problem()).isEqualTo("call: OPERATOR is missing");
  }
}
