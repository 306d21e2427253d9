package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.boxing.NamedCall;
import jackfield.context.Guard;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import jackfield.gradient.FormulaKernel;
import jackfield.gradient.GradientFormula;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operators of a user whose gradients the user gives. */
final class FormulaKernelTest {
  private static final Recorder RECORDER = new Recorder();
  private static final Aten ATEN = RECORDER.aten;
  private static final OperatorSchema CUBE =
      OperatorSchema.parse("acme::cube(Tensor x, float by=1) -> Tensor");
  private static final OperatorSchema PARTS =
      OperatorSchema.parse("acme::parts(Tensor[] all, Tensor? more) -> (Tensor, Tensor)");
  private static final BoxedKernel CUBED =
      (_, _, stack) -> {
        Tensor x = stack.tensor(stack.fromTop(2, 0));
        double by = stack.doubleAt(stack.fromTop(2, 1));
        stack.replace(2, ATEN.mul(ATEN.mul(ATEN.mul(x, x), x), by));
      };
  private static final BoxedKernel PARTED =
      (_, _, stack) -> {
        Tensor[] all = stack.tensors(stack.fromTop(2, 0));
        stack.drop(2);
        stack.push(ATEN.mul(all[0], all[1])).push(ATEN.mul(all[1], 2));
      };
  private static final GradientFormula OF_CUBE =
      GradientFormula.of(
          (context, inputs, _) -> {
            context.save((Tensor) inputs.get(0));
            context.keep("by", inputs.get(1));
          },
          (context, gradients) -> {
            Tensor x = context.saved(0);
            Tensor slope = ATEN.mul(ATEN.mul(x, x), 3 * (double) context.kept("by"));
            return new Tensor[] {ATEN.mul(gradients[0], slope)};
          });

  private final Tensor x = Recorder.vector(1, 2, -3);
  private FormulaKernel kernel; // written by each test
  private Registration registration; // written by each test

  @AfterEach
  void withdraw() {
    registration.close();
  }

  private void register(Recorder other, FormulaKernel formula) {
    BoxedKernel cubed =
        (_, _, stack) -> {
          Tensor given = stack.tensor(stack.fromTop(2, 0));
          stack.replace(2, other.aten.mul(other.aten.mul(given, given), given));
        };
    registration =
        other.dispatcher.commit(
            Provenance.of("acme"),
            changes ->
                changes
                    .define(CUBE)
                    .kernel(CUBE.name(), DispatchKey.CPU, KernelFunction.boxed(cubed))
                    .kernel(CUBE.name(), DispatchKey.AUTOGRAD, KernelFunction.boxed(formula)));
  }

  private static Tensor cube(Recorder other, Tensor x) {
    Operator operator = other.dispatcher.operator(CUBE.name().toString());
    return (Tensor) NamedCall.call(operator, List.of(x), Map.of()).getFirst();
  }

  private void define(OperatorSchema schema, BoxedKernel computes, GradientFormula formula) {
    kernel = FormulaKernel.of(schema, formula);
    registration =
        RECORDER.dispatcher.commit(
            Provenance.of("acme"),
            changes ->
                changes
                    .define(schema)
                    .kernel(schema.name(), DispatchKey.CPU, KernelFunction.boxed(computes))
                    .kernel(schema.name(), DispatchKey.AUTOGRAD, KernelFunction.boxed(kernel)));
  }

  private static List<Object> call(OperatorSchema schema, Object... arguments) {
    return NamedCall.call(
        RECORDER.dispatcher.operator(schema.name().toString()), Arrays.asList(arguments), Map.of());
  }

  private static Tensor cube(Object... arguments) {
    return (Tensor) call(CUBE, arguments).getFirst();
  }

  @Test
  void theFormulaGivesTheGradient() {
    define(CUBE, CUBED, OF_CUBE);
    Tensor result = cube(x, 2.0);

    assertThat(HostData.doubles(result)).containsExactly(2, 16, -54);
    RECORDER.backward(result);
    assertThat(Recorder.grad(x)).containsExactly(6, 24, 54);
  }

  @Test
  void aFormulaOfOperatorsIsDifferentiatedAgain() {
    define(CUBE, CUBED, OF_CUBE);
    Tensor sum = ATEN.sum(cube(x));
    GradientRequest request = GradientRequest.of(sum).withRespectTo(x).creatingGraph();
    RECORDER.backward(RECORDER.feature.grad(request).getFirst());

    assertThat(Recorder.grad(x)).containsExactly(6, 12, -18);
  }

  @Test
  void nothingIsRecordedWithoutNeed() {
    define(CUBE, CUBED, OF_CUBE);

    assertThat(cube(ATEN.detach(x)).requiresGrad()).isFalse();
    try (Guard _ = Recorder.noGrad()) {
      assertThat(cube(x).requiresGrad()).isFalse();
    }
  }

  @Test
  void aGradientOfAnotherDeviceIsRefusedByTheOperatorsName() {
    Tensor meta = ATEN.empty(new long[] {3}, x.dtype(), null, Device.META, null, null);
    define(CUBE, CUBED, GradientFormula.of((_, _) -> new Tensor[] {meta}));
    Tensor result = cube(x);

    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOf(AutogradMisuse.class)
        .hasMessageContaining("acme::cube")
        .extracting(error -> ((AutogradMisuse) error).kind())
        .isEqualTo(Kind.GRAD_DEVICE);
    assertThat(x.grad()).isNull();
  }

  @Test
  void aKernelWithFewerResultsThanItsSchemaIsRefused() {
    define(
        PARTS,
        (_, _, stack) -> stack.replace(2, ATEN.mul(x, 2)),
        GradientFormula.of((_, gradients) -> gradients));

    assertThatThrownBy(() -> call(PARTS, List.of(x, x), null))
        .isInstanceOf(SchemaMismatch.class)
        .hasMessageContaining("acme::parts");
  }

  @Test
  void theRulesOfSavedTensorsHold() {
    define(CUBE, CUBED, OF_CUBE);
    Tensor y = ATEN.mul(x, 2);
    Tensor changed = cube(y);
    ATEN.mul_(y, 2.0);
    assertThat(Recorder.misuse(() -> RECORDER.backward(changed))).isEqualTo(Kind.MODIFIED_SAVED);

    Tensor sum = ATEN.sum(cube(x));
    RECORDER.feature.backward(sum);
    assertThat(Recorder.misuse(() -> RECORDER.feature.backward(sum)))
        .isEqualTo(Kind.BACKWARD_TWICE);
  }

  @Test
  void tensorsOfListsHaveGradientsInOrder() {
    boolean[] isNeeded = new boolean[3];
    define(
        PARTS,
        PARTED,
        GradientFormula.of(
            (context, inputs, _) -> context.save((Tensor[]) inputs.get(0)),
            (context, gradients) -> {
              for (int i = 0; i < isNeeded.length; i++) {
                isNeeded[i] = context.isNeeded(i);
              }
              Tensor second = ATEN.mul(gradients[0], context.saved(0));
              return new Tensor[] {null, ATEN.add(second, ATEN.mul(gradients[1], 2)), null};
            }));
    Tensor plain = HostData.tensor(new double[] {5, 6, 7}, 3);
    List<Object> results = call(PARTS, new Tensor[] {plain, x}, null);
    RECORDER.backward(ATEN.add((Tensor) results.get(0), (Tensor) results.get(1)));

    assertThat(Recorder.grad(x)).containsExactly(7, 8, 9);
    assertThat(isNeeded).containsExactly(false, true, false);
  }

  @Test
  void gradientsThatTheFormulaKeepsAreNotChanged() {
    Tensor slope = HostData.tensor(new double[] {1, 1, 1}, 3);
    define(CUBE, CUBED, GradientFormula.of((_, _) -> new Tensor[] {slope}));
    RECORDER.backward(ATEN.add(cube(x), cube(x)));
    RECORDER.backward(cube(x));

    assertThat(Recorder.grad(x)).containsExactly(3, 3, 3);
    assertThat(HostData.doubles(slope)).containsExactly(1, 1, 1);
  }

  @Test
  void anotherNumberOfGradientsIsRefused() {
    define(CUBE, CUBED, GradientFormula.of((_, _) -> new Tensor[2]));
    Tensor result = cube(x);

    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("acme::cube: gradient has 2 entries, expected 1");
  }

  @Test
  void aClosedFormulaIsDroppedAndItsGraphsRefuse() {
    define(CUBE, CUBED, OF_CUBE);
    Tensor result = cube(x);
    registration.close();
    kernel.close();

    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOf(FeatureGone.class)
        .hasMessageContaining("the gradient of acme::cube is gone")
        .hasMessageContaining("register a formula again");
  }

  @Test
  void withoutAutogradTheOperatorComputes() {
    Recorder other = new Recorder();
    other.whiteboard.unplug(other.feature);
    register(other, FormulaKernel.of(CUBE, OF_CUBE));
    Tensor result = cube(other, x);
    assertThat(HostData.doubles(result)).containsExactly(1, 8, -27);
    assertThat(result.requiresGrad()).isFalse();
  }

  @Test
  void aPinSeesTheAutogradOfItsGeneration() throws Exception {
    Recorder other = new Recorder();
    register(other, FormulaKernel.of(CUBE, OF_CUBE));
    Thread unplugging = new Thread(() -> other.whiteboard.unplug(other.feature));
    try (Pin _ = other.dispatcher.pin()) {
      long before = other.dispatcher.generation();
      unplugging.start();
      while (other.dispatcher.generation() == before) {
        Thread.onSpinWait();
      }
      assertThat(cube(other, x).requiresGrad()).isTrue();
      assertThat(other.aten.mul(x, x).requiresGrad()).isTrue();
    }
    unplugging.join();
    assertThat(cube(other, x).requiresGrad()).isFalse();
  }

  @Test
  void onlyFunctionalOperatorsHaveAFormula() {
    define(CUBE, CUBED, OF_CUBE);
    OperatorSchema changing = OperatorSchema.parse("acme::cube_(Tensor(a!) x) -> Tensor(a!)");
    assertThatThrownBy(() -> FormulaKernel.of(changing, OF_CUBE))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.operator()).isEqualTo("acme::cube_"));
  }

  @Test
  void aKernelThatReturnsItsInputIsRefused() {
    define(CUBE, (_, _, stack) -> stack.drop(1), OF_CUBE);
    assertThatThrownBy(() -> cube(x))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("kernel"));
  }

  @Test
  void withoutAFormulaDifferentiatingIsRefused() {
    registration =
        RECORDER.dispatcher.commit(
            Provenance.of("acme"),
            changes ->
                changes
                    .define(CUBE)
                    .kernel(CUBE.name(), DispatchKey.CPU, KernelFunction.boxed(CUBED)));
    Tensor result = cube(x);
    assertThatThrownBy(() -> RECORDER.backward(result)).isInstanceOf(AutogradMisuse.class);
  }
}
