package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.memory.TensorClosed;
import jackfield.nn.module.Parameter;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.optim.SGD;
import jackfield.tensor.HostData;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares optimizers with the published rules, computed number by number. */
final class OptimizerTest {
  private final OptimizerScene scene = new OptimizerScene();
  private final Nn nn = scene.nn;

  /** One number's way under a rule; a rule changes its array of state. */
  private interface Rule {
    double next(double value, double gradient, double[] state, int step);
  }

  private static double[] expected(Rule rule) {
    double[] values = OptimizerScene.START.clone();
    for (int i = 0; i < values.length; i++) {
      double[] state = new double[3];
      for (int step = 0; step < OptimizerScene.STEPS; step++) {
        values[i] =
            rule.next(values[i], OptimizerScene.gradient(step, i, values[i]), state, step + 1);
      }
    }
    return values;
  }

  private static Rule sgd(double lr, double momentum, double dampening, double decay, int flags) {
    boolean isNesterov = (flags & 1) != 0;
    boolean isMaximized = (flags & 2) != 0;
    return (p, grad, state, t) -> {
      double g = (isMaximized ? -grad : grad) + decay * p;
      if (momentum != 0) {
        state[0] = t == 1 ? g : momentum * state[0] + (1 - dampening) * g;
        g = isNesterov ? g + momentum * state[0] : state[0];
      }
      return p - lr * g;
    };
  }

  /** Adam as in the paper; {@code flags}: 1 AMSGrad, 2 maximize, 4 decoupled decay. */
  private static Rule adam(double lr, double b1, double b2, double eps, double decay, int flags) {
    return (p, grad, state, t) -> {
      double g = (flags & 2) != 0 ? -grad : grad;
      double value = p;
      if ((flags & 4) != 0) {
        value -= lr * decay * p;
      } else {
        g += decay * p;
      }
      state[0] = b1 * state[0] + (1 - b1) * g;
      state[1] = b2 * state[1] + (1 - b2) * g * g;
      state[2] = Math.max(state[2], state[1]);
      double mean = state[0] / (1 - Math.pow(b1, t));
      double square = ((flags & 1) != 0 ? state[2] : state[1]) / (1 - Math.pow(b2, t));
      return value - lr * mean / (Math.sqrt(square) + eps);
    };
  }

  private DynamicTest follows(String name, OptimizerScene.Making making, Rule rule) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Parameter parameter = scene.parameter();
          OptimizerScene.steps(making.make(List.of(parameter)), parameter, 0, OptimizerScene.STEPS);
          assertThat(HostData.doubles(parameter.tensor()))
              .containsExactly(expected(rule), within(1e-13));
        });
  }

  @TestFactory
  Stream<DynamicTest> stepsFollowTheRule() {
    return Stream.of(
        follows("sgd", p -> nn.sgd(p, 0.1), sgd(0.1, 0, 0, 0, 0)),
        follows(
            "sgd with momentum and decay",
            p -> nn.sgd(p, 0.1).momentum(0.9).weightDecay(0.05),
            sgd(0.1, 0.9, 0, 0.05, 0)),
        follows(
            "sgd dampened, upwards",
            p -> nn.sgd(p, 0.02).momentum(0.8).dampening(0.3).weightDecay(0.1).maximize(true),
            sgd(0.02, 0.8, 0.3, 0.1, 2)),
        follows(
            "sgd of Nesterov",
            p -> nn.sgd(p, 0.1).momentum(0.7).nesterov(true).weightDecay(0.01),
            sgd(0.1, 0.7, 0, 0.01, 1)),
        follows("adam", p -> nn.adam(p), adam(0.001, 0.9, 0.999, 1e-8, 0, 0)),
        follows(
            "adam with decay, upwards",
            p -> nn.adam(p, 0.1).betas(0.8, 0.95).eps(1e-3).weightDecay(0.2).maximize(true),
            adam(0.1, 0.8, 0.95, 1e-3, 0.2, 2)),
        follows(
            "adam, amsgrad",
            p -> nn.adam(p, 0.3).betas(0.5, 0.6).amsgrad(true),
            adam(0.3, 0.5, 0.6, 1e-8, 0, 1)),
        follows("adamw", p -> nn.adamW(p), adam(0.001, 0.9, 0.999, 1e-8, 0.01, 4)),
        follows(
            "adamw, amsgrad, upwards",
            p ->
                nn.adamW(p, 0.2)
                    .betas(0.4, 0.7)
                    .weightDecay(0.3)
                    .eps(1e-2)
                    .amsgrad(true)
                    .maximize(true),
            adam(0.2, 0.4, 0.7, 1e-2, 0.3, 7)));
  }

  // ---- groups and options

  @Test
  void eachGroupHasItsOwnOptions() {
    Parameter slow = scene.parameter();
    Parameter fast = scene.parameter();
    SGD optimizer = nn.sgd(List.of(slow), 0.01);
    optimizer.add(List.of(fast)).lr(1).set("weight_decay", 0.5);
    OptimizerScene.setGradient(slow, 0);
    OptimizerScene.setGradient(fast, 0);
    optimizer.step();
    for (int i = 0; i < OptimizerScene.START.length; i++) {
      double g = OptimizerScene.gradient(0, i, OptimizerScene.START[i]);
      assertThat(HostData.doubles(slow.tensor())[i])
          .isCloseTo(OptimizerScene.START[i] - 0.01 * g, within(1e-15));
      assertThat(HostData.doubles(fast.tensor())[i])
          .isCloseTo(OptimizerScene.START[i] - (g + 0.5 * OptimizerScene.START[i]), within(1e-15));
    }
  }

  @Test
  void aParameterWithoutGradientStays() {
    Parameter parameter = scene.parameter();
    Optimizer optimizer = nn.adamW(List.of(parameter), 1);
    optimizer.step();
    assertThat(HostData.doubles(parameter.tensor())).containsExactly(OptimizerScene.START);
    assertThat(optimizer.stateDict()).doesNotContainKey("state.0.step");
  }

  @Test
  void aClosedGradientOrParameterIsFoundBeforeTheFirstUpdate() {
    for (OptimizerScene.Making making :
        List.<OptimizerScene.Making>of(p -> nn.sgd(p, 0.1), p -> nn.adam(p, 0.1), nn::adamW)) {
      for (boolean isGradient : new boolean[] {true, false}) {
        Parameter first = scene.parameter();
        Parameter second = scene.parameter();
        OptimizerScene.setGradient(first, 0);
        OptimizerScene.setGradient(second, 0);
        Optimizer optimizer = making.make(List.of(first, second));
        (isGradient ? second.grad() : second.tensor()).close();
        assertThat(catchThrowableOfType(TensorClosed.class, optimizer::step)).isNotNull();
        assertThat(HostData.doubles(first.tensor())).containsExactly(OptimizerScene.START);
        optimizer.zeroGrad();
        assertThat(first.grad()).isNull();
        assertThat(second.grad()).isNull();
      }
    }
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    List<Parameter> some = List.of(scene.parameter());
    assertThat(OptimizerScene.refused(() -> nn.sgd(some, -1))).isEqualTo("lr");
    assertThat(OptimizerScene.refused(() -> nn.sgd(some, Double.NaN))).isEqualTo("lr");
    assertThat(OptimizerScene.refused(() -> nn.sgd(some, 1).momentum(-0.1))).isEqualTo("momentum");
    assertThat(OptimizerScene.refused(() -> nn.adam(some).betas(1, 0.9))).isEqualTo("beta1");
    assertThat(OptimizerScene.refused(() -> nn.sgd(some, 1).groups().get(0).set("beta1", 0.9)))
        .isEqualTo("option");
    assertThat(OptimizerScene.refused(() -> nn.sgd(List.of(), 1))).isEqualTo("parameters");
    assertThat(OptimizerScene.refused(() -> nn.sgd(some, 1).add(some))).isEqualTo("parameters");
  }

  @Test
  void nesterovWithoutMomentumIsRefusedBeforeAnythingChanges() {
    Parameter parameter = scene.parameter();
    OptimizerScene.setGradient(parameter, 0);
    SGD optimizer = nn.sgd(List.of(parameter), 1).nesterov(true);
    assertThat(OptimizerScene.refused(optimizer::step)).isEqualTo("nesterov");
    assertThat(HostData.doubles(parameter.tensor())).containsExactly(OptimizerScene.START);
  }
}
