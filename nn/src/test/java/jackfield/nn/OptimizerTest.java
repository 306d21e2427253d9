package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.Parameter;
import jackfield.nn.module.StateDictMismatch;
import jackfield.nn.optim.Adam;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.optim.SGD;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares optimizers with the published rules, computed number by number. */
final class OptimizerTest {
  private static final int STEPS = 7;
  private static final double[] START = {0.5, -1.25, 3, 0};

  private final LocalPlatform platform = LocalPlatform.SHARED;
  private final Nn nn = platform.nn();

  private Parameter parameter() {
    return nn.parameter(HostData.tensor(START, START.length));
  }

  /** A gradient that depends on the step, the place and the value. */
  private static double gradient(int step, int index, double value) {
    return Math.cos(3 * step + index) + 0.5 * value;
  }

  private static void setGradient(Parameter parameter, int step) {
    double[] values = HostData.doubles(parameter.tensor());
    double[] gradients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      gradients[i] = gradient(step, i, values[i]);
    }
    parameter.tensor().autogradSlot().setGrad(HostData.tensor(gradients, values.length));
  }

  private static void steps(Optimizer optimizer, Parameter parameter, int from, int to) {
    for (int step = from; step < to; step++) {
      try (Scope _ = Scope.open()) {
        setGradient(parameter, step);
        optimizer.step();
        optimizer.zeroGrad();
      }
    }
  }

  /** One number's way under a rule; a rule changes its array of state. */
  private interface Rule {
    double next(double value, double gradient, double[] state, int step);
  }

  private static double[] expected(Rule rule) {
    double[] values = START.clone();
    for (int i = 0; i < values.length; i++) {
      double[] state = new double[3];
      for (int step = 0; step < STEPS; step++) {
        values[i] = rule.next(values[i], gradient(step, i, values[i]), state, step + 1);
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

  private interface Making {
    Optimizer make(List<Parameter> parameters);
  }

  private DynamicTest follows(String name, Making making, Rule rule) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Parameter parameter = parameter();
          steps(making.make(List.of(parameter)), parameter, 0, STEPS);
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
    Parameter slow = parameter();
    Parameter fast = parameter();
    SGD optimizer = nn.sgd(List.of(slow), 0.01);
    optimizer.add(List.of(fast)).lr(1).set("weight_decay", 0.5);
    setGradient(slow, 0);
    setGradient(fast, 0);
    optimizer.step();
    for (int i = 0; i < START.length; i++) {
      double g = gradient(0, i, START[i]);
      assertThat(HostData.doubles(slow.tensor())[i]).isCloseTo(START[i] - 0.01 * g, within(1e-15));
      assertThat(HostData.doubles(fast.tensor())[i])
          .isCloseTo(START[i] - (g + 0.5 * START[i]), within(1e-15));
    }
  }

  @Test
  void aParameterWithoutGradientStays() {
    Parameter parameter = parameter();
    Optimizer optimizer = nn.adamW(List.of(parameter), 1);
    optimizer.step();
    assertThat(HostData.doubles(parameter.tensor())).containsExactly(START);
    assertThat(optimizer.stateDict()).doesNotContainKey("state.0.step");
  }

  private static String refused(Runnable action) {
    return catchThrowableOfType(InvalidArgument.class, action::run).argument();
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    List<Parameter> some = List.of(parameter());
    assertThat(refused(() -> nn.sgd(some, -1))).isEqualTo("lr");
    assertThat(refused(() -> nn.sgd(some, Double.NaN))).isEqualTo("lr");
    assertThat(refused(() -> nn.sgd(some, 1).momentum(-0.1))).isEqualTo("momentum");
    assertThat(refused(() -> nn.adam(some).betas(1, 0.9))).isEqualTo("beta1");
    assertThat(refused(() -> nn.sgd(some, 1).groups().get(0).set("beta1", 0.9)))
        .isEqualTo("option");
    assertThat(refused(() -> nn.sgd(List.of(), 1))).isEqualTo("parameters");
    assertThat(refused(() -> nn.sgd(some, 1).add(some))).isEqualTo("parameters");
  }

  @Test
  void nesterovWithoutMomentumIsRefusedBeforeAnythingChanges() {
    Parameter parameter = parameter();
    setGradient(parameter, 0);
    SGD optimizer = nn.sgd(List.of(parameter), 1).nesterov(true);
    assertThat(refused(optimizer::step)).isEqualTo("nesterov");
    assertThat(HostData.doubles(parameter.tensor())).containsExactly(START);
  }

  // ---- states

  @Test
  void aLoadedStateContinuesWhereTheSavedOneStopped() {
    for (Making making :
        List.<Making>of(
            p -> nn.sgd(p, 0.1).momentum(0.9),
            p -> nn.adam(p, 0.1).amsgrad(true),
            p -> nn.adamW(p, 0.1))) {
      Parameter straight = parameter();
      steps(making.make(List.of(straight)), straight, 0, STEPS);

      Parameter first = parameter();
      Optimizer before = making.make(List.of(first));
      steps(before, first, 0, 3);
      Parameter second = nn.parameter(first.tensor());
      Optimizer after = nn.sgd(List.of(second), 9);
      after = after.getClass() == before.getClass() ? after : making.make(List.of(second));
      after.loadStateDict(before.stateDict());
      steps(after, second, 3, STEPS);
      assertThat(HostData.doubles(second.tensor()))
          .containsExactly(HostData.doubles(straight.tensor()));
    }
  }

  @Test
  void aStateHasTheNamesOfPyTorch() {
    Parameter parameter = parameter();
    SGD optimizer = nn.sgd(List.of(parameter), 0.25).momentum(0.5);
    steps(optimizer, parameter, 0, 1);
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
    Parameter parameter = parameter();
    Adam optimizer = nn.adam(List.of(parameter), 0.1);
    steps(optimizer, parameter, 0, 1);
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
    assertThat(refused(() -> optimizer.loadStateDict(bad))).isEqualTo("lr");
    assertThat(HostData.item(optimizer.stateDict().get("state.0.step")).toLong()).isOne();
    assertThat(optimizer.groups().get(0).lr()).isEqualTo(0.1);
  }

  // ---- scopes

  @Test
  void theStateOutlivesTheScopeOfTheStep() {
    double[] large = new double[20_000];
    Arrays.fill(large, 1);
    for (Making making :
        List.<Making>of(
            p -> nn.sgd(p, 0.1).momentum(0.9), p -> nn.adam(p).amsgrad(true), p -> nn.adamW(p))) {
      Parameter parameter = nn.parameter(HostData.tensor(large, large.length));
      Optimizer optimizer = making.make(List.of(parameter));
      steps(optimizer, parameter, 0, 3);
      assertThat(optimizer.stateDict().values()).allMatch(each -> !each.storage().isClosed());
      assertThat(HostData.doubles(parameter.tensor())).hasSize(20_000);
    }
  }
}
