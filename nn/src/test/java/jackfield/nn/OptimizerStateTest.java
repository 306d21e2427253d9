package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.nn.module.Parameter;
import jackfield.nn.module.StateDictMismatch;
import jackfield.nn.optim.Adam;
import jackfield.nn.optim.AdamW;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.optim.SGD;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The states of optimizers: saved, loaded, refused, and kept beyond the scope of a step. */
final class OptimizerStateTest {
  private final OptimizerScene scene = new OptimizerScene();
  private final Nn nn = scene.nn;

  @Test
  void aLoadedStateContinuesWhereTheSavedOneStopped() {
    for (OptimizerScene.Making making :
        List.<OptimizerScene.Making>of(
            p -> nn.sgd(p, 0.1).momentum(0.9),
            p -> nn.adam(p, 0.1).amsgrad(true),
            p -> nn.adamW(p, 0.1))) {
      Parameter straight = scene.parameter();
      OptimizerScene.steps(making.make(List.of(straight)), straight, 0, OptimizerScene.STEPS);

      Parameter first = scene.parameter();
      Optimizer before = making.make(List.of(first));
      OptimizerScene.steps(before, first, 0, 3);
      Parameter second = nn.parameter(first.tensor());
      Optimizer after = nn.sgd(List.of(second), 9);
      after = after.getClass() == before.getClass() ? after : making.make(List.of(second));
      after.loadStateDict(before.stateDict());
      OptimizerScene.steps(after, second, 3, OptimizerScene.STEPS);
      assertThat(HostData.doubles(second.tensor()))
          .containsExactly(HostData.doubles(straight.tensor()));
    }
  }

  @Test
  void otherNumbersOfParametersInAGroupAreRefused() {
    Optimizer optimizer = nn.adam(List.of(scene.parameter(), scene.parameter()), 0.1);
    Map<String, Tensor> swapped = new LinkedHashMap<>(optimizer.stateDict());
    swapped.put("param_groups.0.params", HostData.tensor(new long[] {1, 0}, 2));
    assertThat(OptimizerScene.refused(() -> optimizer.loadStateDict(swapped)))
        .isEqualTo("param_groups.0.params");
  }

  @Test
  void aStateHasTheNamesOfPyTorch() {
    Parameter parameter = scene.parameter();
    SGD optimizer = nn.sgd(List.of(parameter), 0.25).momentum(0.5);
    OptimizerScene.steps(optimizer, parameter, 0, 1);
    Map<String, Tensor> state = optimizer.stateDict();
    assertThat(state.keySet())
        .containsExactly(
            "state.0.step",
            "state.0.momentum_buffer",
            "param_groups.0.params",
            "param_groups.0.lr",
            "param_groups.0.momentum",
            "param_groups.0.dampening",
            "param_groups.0.weight_decay",
            "param_groups.0.nesterov",
            "param_groups.0.maximize");
    assertThat(HostData.item(state.get("param_groups.0.lr")).toDouble()).isEqualTo(0.25);
  }

  @Test
  void aStateThatDoesNotFitChangesNothing() {
    Parameter parameter = scene.parameter();
    Adam optimizer = nn.adam(List.of(parameter), 0.1);
    OptimizerScene.steps(optimizer, parameter, 0, 1);
    Map<String, Tensor> state = new LinkedHashMap<>(optimizer.stateDict());
    state.remove("state.0.exp_avg");
    state.remove("param_groups.0.eps");
    state.put("state.0.exp_avg_sq", HostData.tensor(new double[3], 3));
    state.put("state.1.exp_avg", HostData.tensor(new double[4], 4));
    StateDictMismatch refused =
        catchThrowableOfType(StateDictMismatch.class, () -> optimizer.loadStateDict(state));
    assertThat(refused.missingKeys()).containsExactly("param_groups.0.eps", "state.0.exp_avg");
    assertThat(refused.unexpectedKeys()).containsExactly("state.1.exp_avg");
    assertThat(refused.sizeMismatches())
        .extracting(StateDictMismatch.SizeMismatch::name)
        .containsExactly("state.0.exp_avg_sq");

    Map<String, Tensor> bad = new LinkedHashMap<>(optimizer.stateDict());
    bad.put("param_groups.0.lr", HostData.tensor(new double[] {-1}));
    assertThat(OptimizerScene.refused(() -> optimizer.loadStateDict(bad))).isEqualTo("lr");
    assertThat(HostData.item(optimizer.stateDict().get("state.0.step")).toLong()).isOne();
    assertThat(optimizer.groups().get(0).lr()).isEqualTo(0.1);
  }

  @Test
  void aComplexStateIsRefusedForARealParameter() {
    Parameter parameter = scene.parameter();
    Adam optimizer = nn.adam(List.of(parameter), 0.1);
    OptimizerScene.steps(optimizer, parameter, 0, 1);
    Map<String, Tensor> state = new LinkedHashMap<>(optimizer.stateDict());
    state.compute("state.0.exp_avg", (_, real) -> nn.aten().to(real, DType.COMPLEX128));
    StateDictMismatch refused =
        catchThrowableOfType(StateDictMismatch.class, () -> optimizer.loadStateDict(state));
    assertThat(refused.complexForReal())
        .extracting(StateDictMismatch.ComplexForReal::name)
        .containsExactly("state.0.exp_avg");
  }

  @Test
  void theStateOutlivesTheScopeOfTheStep() {
    double[] large = new double[20_000];
    Arrays.fill(large, 1);
    for (OptimizerScene.Making making :
        List.<OptimizerScene.Making>of(
            p -> nn.sgd(p, 0.1).momentum(0.9), p -> nn.adam(p).amsgrad(true), p -> nn.adamW(p))) {
      Parameter parameter = nn.parameter(HostData.tensor(large, large.length));
      Optimizer optimizer = making.make(List.of(parameter));
      OptimizerScene.steps(optimizer, parameter, 0, 3);
      assertThat(optimizer.stateDict().values()).allMatch(each -> !each.storage().isClosed());
      assertThat(HostData.doubles(parameter.tensor())).hasSize(20_000);
    }
  }

  @Test
  void aStepThatCountsNothingChangesNothing() {
    Parameter parameter = scene.parameter();
    Adam optimizer = nn.adam(List.of(parameter), 0.1);
    OptimizerScene.steps(optimizer, parameter, 0, 1);
    for (double step : new double[] {-1, 1.5, Double.NaN, Double.POSITIVE_INFINITY, 0x1p63}) {
      Map<String, Tensor> bad = new LinkedHashMap<>(optimizer.stateDict());
      bad.put("state.0.step", HostData.tensor(new double[] {step}));
      bad.put("param_groups.0.lr", HostData.tensor(new double[] {0.5}));
      assertThat(OptimizerScene.refused(() -> optimizer.loadStateDict(bad)))
          .isEqualTo("state.0.step");
      assertThat(HostData.item(optimizer.stateDict().get("state.0.step")).toLong()).isOne();
      assertThat(optimizer.groups().get(0).lr()).isEqualTo(0.1);
    }
    Map<String, Tensor> good = new LinkedHashMap<>(optimizer.stateDict());
    good.put("state.0.step", HostData.tensor(new float[] {7})); // as PyTorch saves it
    optimizer.loadStateDict(good);
    assertThat(HostData.item(optimizer.stateDict().get("state.0.step")).toLong()).isEqualTo(7);
  }

  @Test
  void betasAreSetTogetherOrNotAtAll() {
    Parameter parameter = scene.parameter();
    Adam adam = nn.adam(List.of(parameter), 0.1);
    assertThat(OptimizerScene.refused(() -> adam.betas(0.5, 7))).isEqualTo("beta2");
    assertThat(adam.groups().get(0).value("beta1")).isEqualTo(0.9);
    AdamW adamW = nn.adamW(List.of(parameter), 0.1);
    assertThat(OptimizerScene.refused(() -> adamW.betas(0.5, Double.NaN))).isEqualTo("beta2");
    assertThat(adamW.groups().get(0).value("beta1")).isEqualTo(0.9);
  }
}
