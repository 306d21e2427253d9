package jackfield.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import jackfield.Options;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.schema.OperatorName;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class CellsTest {
  private static final String TWICE = "my::twice(Tensor x) -> Tensor";

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Cells cells = new Cells(dispatcher);
  private final Tensor x = HostData.tensor(new float[] {1, 2}, 2);

  private String twice(String operator, float factor) {
    return cells.kernel(operator, "CPU", "", 1, all -> times((Tensor) all[0], factor));
  }

  private static Tensor times(Tensor tensor, float factor) {
    float[] values = HostData.floats(tensor);
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
    return HostData.tensor(values, tensor.sizes());
  }

  private float[] called() {
    return HostData.floats((Tensor) cells.call("my::twice", x));
  }

  @Test
  void theNewestCellServesAlsoIfAnotherObjectHasMoreCells() {
    Cells others = new Cells(dispatcher);
    others.kernel(TWICE, "CPU", "A1", 1, all -> times((Tensor) all[0], 2));
    others.kernel("my::twice", "CPU", "A2", 1, all -> times((Tensor) all[0], 10));
    assertThat(cells.kernel("my::twice", "CPU", "B1", 1, all -> times((Tensor) all[0], 100)))
        .isEqualTo("my::twice at CPU: served by the kernel of B1");
    assertThat(called()).containsExactly(100, 200);
    assertThat(cells.undo()).endsWith("served by the kernel of A2 again");
    assertThat(called()).containsExactly(10, 20);
  }

  @Test
  void aCellRunAgainOverridesItsKernelAndUndoFallsBack() {
    twice(TWICE, 2);
    assertThat(called()).containsExactly(2, 4);
    assertThat(twice("my::twice", 3)).isEqualTo("my::twice at CPU: served by the kernel of cell 2");
    assertThat(called()).containsExactly(3, 6);
    assertThat(cells.undo())
        .isEqualTo(
            "my::twice at CPU: withdrew the kernel of cell 2; served by the kernel of cell 1 again");
    assertThat(called()).containsExactly(2, 4);
  }

  @Test
  void undoingTheFirstCellWithdrawsTheDefinition() {
    twice(TWICE, 2);
    assertThat(cells.undo()).endsWith("withdrew the kernel of cell 1; no kernel is left there");
    assertThat(catchThrowableOfType(NoSuchOperator.class, this::called)).isNotNull();
    assertThat(cells.undo()).isEqualTo("there is no cell to undo");
  }

  @Test
  void theSameSchemaAgainIsNoSecondDefinition() {
    twice(TWICE, 2);
    twice(TWICE, 5);
    assertThat(called()).containsExactly(5, 10);
  }

  @Test
  void anotherSchemaIsRefusedAndNothingChanges() {
    twice(TWICE, 2);
    CellRefused refused =
        catchThrowableOfType(
            CellRefused.class, () -> twice("my::twice(Tensor x, int n) -> Tensor", 3));
    assertThat(refused.operator()).isEqualTo("my::twice");
    assertThat(called()).containsExactly(2, 4);
  }

  @Test
  void aKernelOfAnUnknownOperatorNeedsItsSchema() {
    assertThat(catchThrowableOfType(CellRefused.class, () -> twice("my::other", 2)))
        .hasMessageContaining("my::other(Tensor x) -> Tensor");
  }

  @Test
  void aKernelWithAnotherNumberOfParametersIsRefused() {
    assertThat(
            catchThrowableOfType(
                CellRefused.class, () -> cells.kernel(TWICE, "CPU", "", 2, all -> all[0])))
        .hasMessageContaining("the kernel has 2 parameters");
  }

  @Test
  void aKernelOfTensorsIsRefusedForAnArgumentOfAnotherType() {
    CellKernel tensors = CellKernel.ofTensors(2, all -> all[0]);
    CellRefused refused =
        catchThrowableOfType(
            CellRefused.class,
            () -> cells.kernel("my::scaled(Tensor x, float by) -> Tensor", "CPU", "", tensors));
    assertThat(refused.operator()).isEqualTo("my::scaled");
    assertThat(refused).hasMessageContaining("argument by is of type float");
    assertThat(dispatcher.operators()).isEmpty();
    cells.kernel("my::first(Tensor(a) x, Tensor? y=None) -> Tensor(a)", "CPU", "", tensors);
    assertThat(cells.call("my::first", x)).isSameAs(x);
  }

  @Test
  void aResultThatIsAnArgumentIsRefusedUnlessTheSchemaDeclaresIt() {
    cells.kernel("my::id(Tensor x) -> Tensor", "CPU", "", 1, all -> all[0]);
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::id", x)))
        .hasMessageContaining("returned argument x itself as result 0")
        .hasMessageContaining("a clone, such as aten.clone(x)");
    cells.kernel("my::all(Tensor[] x) -> Tensor[]", "CPU", "", 1, all -> new Tensor[] {x});
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::all", List.of(x))))
        .hasMessageContaining("returned argument x itself as result 0");
    cells.kernel("my::same_(Tensor(a!) x) -> Tensor(a!)", "CPU", "", 1, all -> all[0]);
    assertThat(cells.call("my::same_", x)).isSameAs(x);
  }

  @Test
  void aResultOfAnotherTypeIsRefused() {
    for (Object wrong : new Object[] {"text", 1L, null}) {
      cells.kernel(TWICE, "CPU", "", 1, all -> wrong);
      assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::twice", x)))
          .as("result %s", wrong)
          .hasMessageContaining("result 0 of type Tensor");
      cells.undo();
    }
    Tensor own = times(x, 1);
    cells.kernel(
        "my::parts(Tensor x) -> (Tensor, Tensor)", "CPU", "", 1, all -> Arrays.asList(own, null));
    assertThat(cells.call("my::parts", x)).isEqualTo(Arrays.asList(own, null));
  }

  @Test
  void aParameterOfAnotherTypeThanItsArgumentIsRefused() {
    String operator = "my::times(Tensor x, int n) -> Tensor";
    cells.kernel(operator, "CPU", "", Notebook.typed((String text, Long n) -> text + n));
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::times", x, 2)))
        .hasMessageContaining("a parameter of the kernel has another type")
        .hasCauseInstanceOf(ClassCastException.class);
    CellKernel own = Notebook.typed((Tensor y, Long n) -> (Tensor) (Object) n);
    cells.kernel(operator, "CPU", "", own);
    assertThat(catchThrowable(() -> cells.call("my::times", x, 2)))
        .isInstanceOf(ClassCastException.class); // of the kernel itself
  }

  /** Registers what autograd has for an operator without a gradient, without its records. */
  private void belowAutograd(String operator) {
    KernelFunction redispatch =
        KernelFunction.boxed((called, keys, stack) ->
            called.redispatchBoxed(keys & KeySets.AFTER_AUTOGRAD.bits(), stack));
    dispatcher.commit(
        Provenance.of("autograd"),
        changes -> changes.kernel(OperatorName.parse(operator), DispatchKey.AUTOGRAD, redispatch));
  }

  @Test
  void aCapturedTensorIsReturnedAsAnAliasWhereAutogradRecords() {
    Tensor captured = HostData.tensor(new float[] {5}, 1);
    cells.kernel("my::kept(Tensor x) -> Tensor", "CPU", "", 1, _ -> captured);
    cells.kernel("my::all(Tensor x) -> Tensor[]", "CPU", "", 1, _ -> List.of(captured));
    belowAutograd("my::kept");
    belowAutograd("my::all");
    assertThat(cells.call("my::kept", x)).isSameAs(captured);
    Tensor tracked = x.data().requiresGradient();
    for (Tensor result :
        List.of(
            (Tensor) cells.call("my::kept", tracked),
            ((Tensor[]) cells.call("my::all", tracked))[0])) {
      assertThat(result).isNotSameAs(captured);
      assertThat(result.storage()).isSameAs(captured.storage());
    }
  }

  @Test
  void aResultIsRefusedWithTheCallAndNotWithTheRegistration() {
    cells.kernel(TWICE, "CPU", "", 1, _ -> "text");
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::twice", x)))
        .hasMessageStartingWith("call of my::twice: its kernel ran, and the call has no result")
        .hasMessageNotContaining("nothing has changed");
    cells.kernel("my::id(Tensor x) -> Tensor", "CPU", "", 1, all -> all[0]);
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::id", x)))
        .hasMessageStartingWith("call of my::id: its kernel ran");
    cells.kernel("my::n(int n) -> int", "CompositeImplicitAutograd", "", unfit());
    assertThat(catchThrowableOfType(CellRefused.class, () -> cells.call("my::n", 2)))
        .hasMessageStartingWith("call of my::n: its kernel did not run");
    assertThat(catchThrowableOfType(CellRefused.class, () -> twice("my::other", 2)))
        .hasMessageStartingWith("kernel of my::other: refused; nothing has changed");
  }

  private static CellKernel unfit() {
    return Notebook.typed((String text) -> text);
  }

  @Test
  void numbersAndSeveralResultsGoInAndOut() {
    cells.kernel(
        "my::divide(int a, int b=3) -> (int, int)",
        "CompositeImplicitAutograd",
        "",
        2,
        all -> List.of((long) all[0] / (long) all[1], (long) all[0] % (long) all[1]));
    assertThat(cells.call("my::divide", 7)).isEqualTo(List.of(2L, 1L));
  }

  @Test
  void closingWithdrawsEveryCell() {
    twice(TWICE, 2);
    twice(TWICE, 3);
    cells.close();
    assertThat(dispatcher.operators()).isEmpty();
  }

  @Test
  void aMissingArgumentIsNamedAtOnce() {
    CellKernel.Of1<Tensor> of1 = null;
    CellKernel.Of2<Tensor, Tensor> of2 = null;
    CellKernel.Of3<Tensor, Tensor, Tensor> of3 = null;
    Map<ThrowingCallable, String> requests =
        Map.ofEntries(
            entry(() -> cells.kernel(TWICE, "CPU", "", 1, null), "kernel is null"),
            entry(() -> cells.kernel(TWICE, "CPU", null, 1, _ -> x), "cell is null"),
            entry(() -> Notebook.typed(of1), "kernel is null"),
            entry(() -> Notebook.typed(of2), "kernel is null"),
            entry(() -> Notebook.typed(of3), "kernel is null"),
            entry(() -> Notebook.kernel(TWICE, "CPU", (CellKernel.Of0) null), "kernel is null"),
            entry(() -> Notebook.kernel(TWICE, "CPU", (CellKernel.OfTensor) null), "kernel is"),
            entry(() -> Notebook.kernel(TWICE, "CPU", (CellKernel.OfTwoTensors) null), "kernel is"),
            entry(
                () -> Notebook.kernel(TWICE, "CPU", (CellKernel.OfThreeTensors) null), "kernel is"),
            entry(() -> Notebook.tensor((double[]) null), "values is null"),
            entry(() -> Options.defaults().plugFolder(null), "folder is null"));
    requests.forEach((request, text) ->
        assertThatNullPointerException().isThrownBy(request).withMessageContaining(text));
    assertThat(dispatcher.operators()).isEmpty();
  }
}
