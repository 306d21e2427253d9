package jackfield.backend.cpu.reference.normalization;

import jackfield.aten.kernel.OutputPlan;

/** Batch normalization and its gradients, channel by channel. */
public final class BatchNormKernels {
  private BatchNormKernels() {}

  /** Normalizes each channel; training moves the running statistics, too. */
  public static void batchNorm(OutputPlan plan, boolean training, double momentum, double eps) {
    Channels channels = Channels.of(plan.input(0));
    Numbers x = new Numbers(plan.input(0));
    Numbers weight = new Numbers(plan.input(1));
    Numbers bias = new Numbers(plan.input(2));
    Numbers runningMean = new Numbers(plan.input(3));
    Numbers runningVar = new Numbers(plan.input(4));
    Numbers y = new Numbers(plan.output(0));
    for (long channel = 0; channel < channels.channels(); channel++) {
      double mean = training ? mean(x, channels, channel) : runningMean.at(channel);
      double squares = training ? squares(x, channels, channel, mean) : 0;
      double variance = training ? squares / channels.size() : runningVar.at(channel);
      boolean isConstant = training && variance == 0 && eps == 0; // and becomes its bias
      double invstd = isConstant ? 0 : 1 / Math.sqrt(variance + eps);
      if (training) {
        new Numbers(plan.output(1)).put(channel, mean);
        new Numbers(plan.output(2)).put(channel, invstd);
        move(runningMean, channel, momentum, mean);
        move(runningVar, channel, momentum, squares / (channels.size() - 1));
      }
      for (long i = 0; i < channels.size(); i++) {
        long at = channels.position(channel, i);
        double normal = (x.at(at) - mean) * invstd;
        y.put(at, normal * weight.or(channel, 1) + bias.or(channel, 0));
      }
    }
  }

  private static void move(Numbers running, long channel, double momentum, double found) {
    if (!running.isAbsent()) {
      running.put(channel, momentum * found + (1 - momentum) * running.at(channel));
    }
  }

  private static double mean(Numbers x, Channels channels, long channel) {
    double sum = 0;
    for (long i = 0; i < channels.size(); i++) {
      sum += x.at(channels.position(channel, i));
    }
    return sum / channels.size();
  }

  private static double squares(Numbers x, Channels channels, long channel, double mean) {
    double sum = 0;
    for (long i = 0; i < channels.size(); i++) {
      double distance = x.at(channels.position(channel, i)) - mean;
      sum += distance * distance;
    }
    return sum;
  }

  /**
   * Computes the gradients. For the normal x̂ and the incoming gradient g, they are w invstd (g −
   * mean(g) − x̂ mean(g x̂)) for the input, without the means if the statistics were not those of
   * the input; Σ g x̂ for the weight and Σ g for the bias.
   */
  public static void batchNormBackward(OutputPlan plan, boolean train, double eps) {
    Channels channels = Channels.of(plan.input(1));
    Numbers grad = new Numbers(plan.input(0));
    Numbers x = new Numbers(plan.input(1));
    Numbers weight = new Numbers(plan.input(2));
    Numbers means = new Numbers(plan.input(3));
    Numbers deviations = new Numbers(plan.input(4));
    for (long channel = 0; channel < channels.channels(); channel++) {
      double mean = means.at(channel);
      double deviation = deviations.at(channel);
      double invstd = train ? deviation : 1 / Math.sqrt(deviation + eps);
      double sum = 0;
      double products = 0;
      for (long i = 0; i < channels.size(); i++) {
        long at = channels.position(channel, i);
        sum += grad.at(at);
        products += grad.at(at) * (x.at(at) - mean) * invstd;
      }
      put(new Numbers(plan.output(1)), channel, products);
      put(new Numbers(plan.output(2)), channel, sum);
      double share = train ? 1.0 / channels.size() : 0;
      Numbers to = new Numbers(plan.output(0));
      for (long i = 0; i < channels.size() && !to.isAbsent(); i++) {
        long at = channels.position(channel, i);
        double normal = (x.at(at) - mean) * invstd;
        double distance = grad.at(at) - (sum + normal * products) * share;
        to.put(at, distance * invstd * weight.or(channel, 1));
      }
    }
  }

  private static void put(Numbers to, long i, double value) {
    if (!to.isAbsent()) {
      to.put(i, value);
    }
  }
}
