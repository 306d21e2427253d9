package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.memory.TensorClosed;
import jackfield.nn.layer.Dropout;
import jackfield.nn.layer.Linear;
import jackfield.nn.module.IncompatibleKeys;
import jackfield.nn.module.Module;
import jackfield.nn.module.Parameter;
import jackfield.nn.module.Sequential;
import jackfield.nn.module.StateDictMismatch;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ModuleTest {
  private final LocalPlatform platform = LocalPlatform.SHARED;
  private final Nn nn = platform.nn();

  private Sequential model() {
    return nn.sequential(nn.linear(3, 4), nn.relu(), nn.linear(4, 2));
  }

  private static double[] values(Parameter parameter) {
    return HostData.doubles(parameter.tensor());
  }

  private static Tensor zeros(long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count *= (int) size;
    }
    return HostData.tensor(new float[count], sizes);
  }

  /** A module of a user, with a module and a parameter of its own. */
  private static final class Scaled extends Module {
    private final Nn nn;
    private final Linear inner;
    private final Parameter scale;

    Scaled(Nn nn) {
      this.nn = nn;
      inner = register("inner", nn.linear(3, 2));
      scale = register("scale", nn.parameter(HostData.tensor(new double[] {2}, 1)));
    }

    @Override
    public Tensor forward(Tensor input) {
      return nn.aten().mul(inner.forward(input), scale.tensor());
    }
  }

  // ---- names and states

  @Test
  void parametersAreNamedAsInPyTorch() {
    assertThat(model().stateDict().keySet())
        .containsExactly("0.weight", "0.bias", "2.weight", "2.bias");
    assertThat(model().namedParameters().get("0.weight").tensor().sizes()).containsExactly(4, 3);
    assertThat(nn.sequential(model(), nn.linear(2, 1, false)).stateDict().keySet())
        .containsExactly("0.0.weight", "0.0.bias", "0.2.weight", "0.2.bias", "1.weight");
    assertThat(new Scaled(nn).stateDict().keySet())
        .containsExactly("scale", "inner.weight", "inner.bias");
  }

  @Test
  void aSharedParameterIsTrainedOnceAndSavedUnderEachName() {
    Linear shared = nn.linear(2, 2);
    Module twice = nn.sequential(shared, shared);
    assertThat(twice.parameters()).containsExactly(shared.weight(), shared.bias());
    assertThat(twice.stateDict().keySet())
        .containsExactly("0.weight", "0.bias", "1.weight", "1.bias");
  }

  @Test
  void aStateLoadsIntoAnotherModel() {
    Sequential from = model();
    Sequential to = model();
    assertThat(values(to.parameters().get(0))).isNotEqualTo(values(from.parameters().get(0)));
    to.loadStateDict(from.stateDict());
    for (int i = 0; i < 4; i++) {
      assertThat(values(to.parameters().get(i))).isEqualTo(values(from.parameters().get(i)));
    }
    assertThat(to.parameters().get(0).requiresGrad()).isTrue();
  }

  @Test
  void aClosedParameterIsFoundBeforeAStateChangesAnother() {
    Sequential model = model();
    Map<String, Tensor> state = model().stateDict();
    double[] before = values(model.parameters().get(0));
    model.parameters().get(2).tensor().close();
    assertThat(catchThrowableOfType(TensorClosed.class, () -> model.loadStateDict(state)))
        .isNotNull();
    assertThat(values(model.parameters().get(0))).isEqualTo(before);
  }

  @Test
  void aThousandModulesInsideEachOtherAreRefused() {
    InvalidArgument error =
        catchThrowableOfType(
            InvalidArgument.class,
            () -> {
              Sequential outer = new Sequential();
              for (int i = 0; i < 1000; i++) {
                outer = new Sequential(outer);
              }
              outer.parameters();
            });
    assertThat(error.argument()).isEqualTo("child");
  }

  /** Modules that are added from the outside inwards are not checked before they are used. */
  @Test
  void theTextOfAThousandModulesEndsEarly() {
    Nested outermost = new Nested();
    Nested innermost = outermost;
    for (int i = 0; i < 1000; i++) {
      innermost = innermost.add(new Nested());
    }
    assertThat(outermost.toString()).contains("Nested(...)");
  }

  private static final class Nested extends Module {
    Nested add(Nested child) {
      return register("child", child);
    }

    @Override
    public Tensor forward(Tensor input) {
      return input;
    }
  }

  @Test
  void aStateOfAnotherTypeIsConverted() {
    Linear layer = nn.linear(2, 1, false);
    layer.loadStateDict(Map.of("weight", HostData.tensor(new float[] {0.5f, 2}, 1, 2)));
    assertThat(values(layer.weight())).containsExactly(0.5, 2);
    assertThat(layer.weight().tensor().dtype()).isEqualTo(DType.FLOAT64);
  }

  @Test
  void aStateThatDoesNotFitNamesEachDifferenceAndChangesNothing() {
    Sequential model = model();
    double[] before = values(model.parameters().get(0));
    Map<String, Tensor> state = new LinkedHashMap<>();
    state.put("0.weight", zeros(4, 3));
    state.put("0.bias", zeros(3));
    state.put("2.weight", zeros(2, 5));
    state.put("3.weight", zeros(1));
    StateDictMismatch refused =
        catchThrowableOfType(StateDictMismatch.class, () -> model.loadStateDict(state));
    assertThat(refused.missingKeys()).containsExactly("2.bias");
    assertThat(refused.unexpectedKeys()).containsExactly("3.weight");
    assertThat(refused.sizeMismatches())
        .containsExactly(
            new StateDictMismatch.SizeMismatch("0.bias", List.of(4L), List.of(3L)),
            new StateDictMismatch.SizeMismatch("2.weight", List.of(2L, 4L), List.of(2L, 5L)));
    assertThat(values(model.parameters().get(0))).isEqualTo(before);
  }

  @Test
  void namesMayDifferIfThatIsAllowedButSizesMayNot() {
    Sequential model = model();
    Map<String, Tensor> state = Map.of("0.bias", zeros(4), "other", zeros(1));
    IncompatibleKeys keys = model.loadStateDict(state, false);
    assertThat(keys.missing()).containsExactly("0.weight", "2.weight", "2.bias");
    assertThat(keys.unexpected()).containsExactly("other");
    assertThat(values(model.parameters().get(1))).containsOnly(0);
    StateDictMismatch refused =
        catchThrowableOfType(
            StateDictMismatch.class, () -> model.loadStateDict(Map.of("0.bias", zeros(5)), false));
    assertThat(refused.sizeMismatches()).hasSize(1);
  }

  @Test
  void aClosedTensorIsRefusedBeforeAnythingChanges() {
    Linear layer = nn.linear(2, 200);
    double[] before = values(layer.weight());
    Tensor closed = zeros(200);
    closed.close();
    Map<String, Tensor> state = new LinkedHashMap<>();
    state.put("weight", zeros(200, 2));
    state.put("bias", closed);
    assertThat(catchThrowableOfType(TensorClosed.class, () -> layer.loadStateDict(state)))
        .isNotNull();
    assertThat(values(layer.weight())).isEqualTo(before);
  }

  @Test
  void aComplexTensorIsRefusedForARealParameter() {
    Linear layer = nn.linear(2, 1);
    double[] before = values(layer.weight());
    Map<String, Tensor> state = new LinkedHashMap<>(layer.stateDict());
    state.put("bias", zeros(1));
    state.put("weight", platform.aten.to(zeros(1, 2), DType.COMPLEX64));
    for (boolean strict : new boolean[] {true, false}) {
      StateDictMismatch refused =
          catchThrowableOfType(StateDictMismatch.class, () -> layer.loadStateDict(state, strict));
      assertThat(refused.complexForReal())
          .containsExactly(
              new StateDictMismatch.ComplexForReal("weight", DType.FLOAT64, DType.COMPLEX64));
      assertThat(refused).hasMessageContaining("aten.real");
    }
    assertThat(values(layer.weight())).isEqualTo(before);
    Linear complex = nn.with(DType.COMPLEX128).linear(2, 1);
    complex.loadStateDict(state);
    assertThat(complex.weight().tensor().dtype()).isEqualTo(DType.COMPLEX128);
  }

  @Test
  void aNameWithADotOrTwiceIsRefused() {
    Module bad =
        new Module() {
          @Override
          public Tensor forward(Tensor input) {
            register("a", nn.linear(1, 1));
            register("a", nn.linear(1, 1));
            return input;
          }
        };
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> bad.forward(zeros(1))).argument())
        .isEqualTo("name");
  }

  // ---- initialisation and modes

  @Test
  void linearStartsWithinTheBoundOfPyTorch() {
    Linear layer = nn.linear(100, 50);
    for (Parameter parameter : layer.parameters()) {
      assertThat(Arrays.stream(values(parameter)).map(Math::abs).max().orElseThrow())
          .isBetween(0.08, 0.1);
    }
    double square = 0;
    for (double each : values(layer.weight())) {
      square += each * each / 5000;
    }
    assertThat(Math.sqrt(square)).isBetween(0.056, 0.0595); // 0.1 / sqrt(3) = 0.0577
  }

  @Test
  void theSeedDecidesTheStart() {
    assertThat(values(nn.seeded(7).linear(3, 2).weight()))
        .isEqualTo(values(nn.seeded(7).linear(3, 2).weight()))
        .isNotEqualTo(values(nn.seeded(8).linear(3, 2).weight()));
    Nn plain = new Nn(platform.aten, platform.autograd);
    platform.aten.manualSeed(5);
    double[] first = values(plain.linear(3, 2).weight());
    platform.aten.manualSeed(5);
    assertThat(values(plain.linear(3, 2).weight())).isEqualTo(first);
  }

  @Test
  void parametersOutliveTheScopeTheyWereMadeIn() {
    Linear layer;
    try (Scope _ = Scope.open()) {
      layer = nn.linear(100, 100);
    }
    assertThat(values(layer.weight())).hasSize(10_000);
  }

  @Test
  void dropoutDropsItsShareInTrainingOnly() {
    Dropout dropout = nn.dropout(0.25);
    Tensor ones = platform.aten.ones(10_000);
    double[] trained = HostData.doubles(dropout.forward(ones));
    int dropped = 0;
    for (double each : trained) {
      dropped += each == 0 ? 1 : 0;
      assertThat(each == 0 || Math.abs(each - 1 / 0.75) < 1e-6).isTrue();
    }
    assertThat(dropped).isBetween(2_300, 2_700);
    dropout.eval();
    assertThat(dropout.forward(ones)).isSameAs(ones);
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.dropout(1.5)).argument())
        .isEqualTo("p");
  }

  @Test
  void theModeReachesTheModulesInside() {
    Dropout dropout = nn.dropout(0.5);
    Module outer = nn.sequential(nn.sequential(dropout));
    outer.eval();
    assertThat(dropout.isTraining()).isFalse();
    outer.train();
    assertThat(dropout.isTraining()).isTrue();
  }

  @Test
  void aModuleIsPrintedWithTheModulesInside() {
    assertThat(model().toString())
        .isEqualTo(
            """
            Sequential(
              (0): Linear(in=3, out=4, bias=true)
              (1): ReLU()
              (2): Linear(in=4, out=2, bias=true)
            )\
            """);
  }

  @Test
  void aModuleThatIsNotInASequenceIsRefused() {
    for (int index : new int[] {-1, 2, 9}) {
      InvalidArgument refused =
          catchThrowableOfType(
              InvalidArgument.class, () -> nn.sequential(nn.relu(), nn.relu()).module(index));
      assertThat(refused).hasMessage("sequential: index must be from 0 to below 2, found " + index);
    }
  }
}
