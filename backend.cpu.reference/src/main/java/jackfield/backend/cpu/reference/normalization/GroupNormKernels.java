package jackfield.backend.cpu.reference.normalization;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.tensor.Tensor;

/** Group normalization and its gradients, group by group; a group is contiguous in row order. */
public final class GroupNormKernels {
  private GroupNormKernels() {}

  /** Normalizes each group of channels of each sample. */
  public static void groupNorm(OutputPlan plan, long channels, long inner, double eps) {
    Numbers x = new Numbers(plan.input(0));
    Numbers weight = new Numbers(plan.input(1));
    Numbers bias = new Numbers(plan.input(2));
    Numbers y = new Numbers(plan.output(0));
    Numbers means = new Numbers(plan.output(1));
    Numbers deviations = new Numbers(plan.output(2));
    long size = means.count == 0 ? 0 : x.count / means.count;
    for (long group = 0; group < means.count; group++) {
      double mean = mean(x, group * size, size);
      double rstd = 1 / Math.sqrt(variance(x, group * size, size, mean) + eps);
      for (long at = group * size; at < (group + 1) * size; at++) {
        long channel = at / inner % channels;
        double normal = (x.at(at) - mean) * rstd;
        y.put(at, normal * weight.or(channel, 1) + bias.or(channel, 0));
      }
      means.put(group, mean);
      deviations.put(group, rstd);
    }
  }

  private static double mean(Numbers x, long first, long size) {
    double sum = 0;
    for (long i = first; i < first + size; i++) {
      sum += x.at(i);
    }
    return sum / size;
  }

  private static double variance(Numbers x, long first, long size, double mean) {
    double sum = 0;
    for (long i = first; i < first + size; i++) {
      double distance = x.at(i) - mean;
      sum += distance * distance;
    }
    return sum / size;
  }

  /**
   * Computes the gradients. For the normal x̂, the incoming gradient g and v = g w, they are rstd
   * (v − mean(v) − x̂ mean(v x̂)) for the input, Σ g x̂ for the weight and Σ g for the bias.
   */
  public static void groupNormBackward(OutputPlan plan, long channels, long inner) {
    Gradients gradients = new Gradients(plan, channels, inner);
    for (long group = 0; group < gradients.means.count; group++) {
      gradients.add(group);
    }
    put(plan.output(1), gradients.ofWeight);
    put(plan.output(2), gradients.ofBias);
  }

  private static void put(Tensor to, double[] values) {
    if (to != null) {
      Numbers numbers = new Numbers(to);
      for (int i = 0; i < values.length; i++) {
        numbers.put(i, values[i]);
      }
    }
  }

  /** The sums over groups. */
  private static final class Gradients {
    private final Numbers grad;
    private final Numbers x;
    private final Numbers weight;
    private final Numbers means;
    private final Numbers deviations;
    private final Numbers ofInput;
    private final long size;
    private final long inner;
    private final double[] ofWeight;
    private final double[] ofBias;

    Gradients(OutputPlan plan, long channels, long inner) {
      grad = new Numbers(plan.input(0));
      x = new Numbers(plan.input(1));
      weight = new Numbers(plan.input(2));
      means = new Numbers(plan.input(3));
      deviations = new Numbers(plan.input(4));
      ofInput = new Numbers(plan.output(0));
      size = means.count == 0 ? 0 : x.count / means.count;
      this.inner = inner;
      ofWeight = new double[ArrayLength.of(plan.operator(), "weight", channels)];
      ofBias = new double[ofWeight.length];
    }

    void add(long group) {
      double sum = 0;
      double products = 0;
      for (long at = group * size; at < (group + 1) * size; at++) {
        int channel = channel(at);
        double g = grad.at(at);
        double normal = normal(group, at);
        ofWeight[channel] += g * normal;
        ofBias[channel] += g;
        sum += g * weight.or(channel, 1);
        products += g * weight.or(channel, 1) * normal;
      }
      if (!ofInput.isAbsent()) {
        putInput(group, sum / size, products / size);
      }
    }

    private void putInput(long group, double mean, double meanOfProducts) {
      for (long at = group * size; at < (group + 1) * size; at++) {
        double v = grad.at(at) * weight.or(channel(at), 1);
        double distance = v - mean - normal(group, at) * meanOfProducts;
        ofInput.put(at, deviations.at(group) * distance);
      }
    }

    private int channel(long at) {
      return (int) (at / inner % ofWeight.length);
    }

    private double normal(long group, long at) {
      return (x.at(at) - means.at(group)) * deviations.at(group);
    }
  }
}
