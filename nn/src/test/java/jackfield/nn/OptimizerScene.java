package jackfield.nn;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.Parameter;
import jackfield.nn.optim.Optimizer;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import java.util.List;

/** Parameters whose gradients depend on the step, and optimizers that make steps with them. */
final class OptimizerScene {
  static final int STEPS = 7;
  static final double[] START = {0.5, -1.25, 3, 0};

  final Nn nn = LocalPlatform.SHARED.nn();

  Parameter parameter() {
    return nn.parameter(HostData.tensor(START, START.length));
  }

  /** A gradient that depends on the step, the place and the value. */
  static double gradient(int step, int index, double value) {
    return Math.cos(3 * step + index) + 0.5 * value;
  }

  static void setGradient(Parameter parameter, int step) {
    double[] values = HostData.doubles(parameter.tensor());
    double[] gradients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      gradients[i] = gradient(step, i, values[i]);
    }
    parameter.tensor().autogradSlot().setGrad(HostData.tensor(gradients, values.length));
  }

  static void steps(Optimizer optimizer, Parameter parameter, int from, int to) {
    for (int step = from; step < to; step++) {
      try (Scope _ = Scope.open()) {
        setGradient(parameter, step);
        optimizer.step();
        optimizer.zeroGrad();
      }
    }
  }

  interface Making {
    Optimizer make(List<Parameter> parameters);
  }

  static String refused(Runnable action) {
    return catchThrowableOfType(InvalidArgument.class, action::run).argument();
  }
}
