package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Layer normalization and its gradients, row by row, in double precision. */
final class NormalizationKernels {
  private NormalizationKernels() {}

  static void layerNorm(OutputPlan plan, double eps) {
    Row x = new Row(plan.rowMajor(0));
    Row weight = new Row(plan.rowMajor(1));
    Row bias = new Row(plan.rowMajor(2));
    Row y = new Row(plan.output(0));
    Row means = new Row(plan.output(1));
    Row deviations = new Row(plan.output(2));
    long columns = means.count == 0 ? 0 : x.count / means.count;
    for (long row = 0; row < means.count; row++) {
      long first = row * columns;
      double mean = mean(x, first, columns);
      double rstd = 1 / Math.sqrt(variance(x, first, columns, mean) + eps);
      for (long i = 0; i < columns; i++) {
        double normal = (x.at(first + i) - mean) * rstd;
        y.put(first + i, normal * weight.or(i, 1) + bias.or(i, 0));
      }
      means.put(row, mean);
      deviations.put(row, rstd);
    }
  }

  private static double mean(Row x, long first, long columns) {
    double sum = 0;
    for (long i = 0; i < columns; i++) {
      sum += x.at(first + i);
    }
    return sum / columns;
  }

  private static double variance(Row x, long first, long columns, double mean) {
    double sum = 0;
    for (long i = 0; i < columns; i++) {
      double distance = x.at(first + i) - mean;
      sum += distance * distance;
    }
    return sum / columns;
  }

  static void layerNormBackward(OutputPlan plan) {
    Gradients gradients = new Gradients(plan);
    for (long row = 0; row < gradients.means.count; row++) {
      gradients.add(row);
    }
    put(plan.output(1), gradients.ofWeight);
    put(plan.output(2), gradients.ofBias);
  }

  private static void put(Tensor to, double[] values) {
    if (to != null) {
      Row row = new Row(to);
      for (int i = 0; i < values.length; i++) {
        row.put(i, values[i]);
      }
    }
  }

  /**
   * The gradients, for the normal x̂ and the incoming gradient g: rstd (gw − mean(gw) − x̂ mean(gw
   * x̂)) for the input, Σ g x̂ for the weight and Σ g for the bias.
   */
  private static final class Gradients {
    private final Row grad;
    private final Row x;
    private final Row means;
    private final Row deviations;
    private final Row weight;
    private final Row ofInput;
    private final int columns;
    private final double[] ofWeight;
    private final double[] ofBias;

    Gradients(OutputPlan plan) {
      grad = new Row(plan.rowMajor(0));
      x = new Row(plan.rowMajor(1));
      means = new Row(plan.rowMajor(2));
      deviations = new Row(plan.rowMajor(3));
      weight = new Row(plan.rowMajor(4));
      ofInput = new Row(plan.output(0));
      columns =
          ArrayLength.of(plan.operator(), "input", means.count == 0 ? 0 : x.count / means.count);
      Tensor parameter = plan.output(1) != null ? plan.output(1) : plan.output(2);
      ofWeight =
          new double
              [parameter == null
                  ? 0
                  : ArrayLength.of(plan.operator(), "weight", parameter.elementCount())];
      ofBias = new double[ofWeight.length];
    }

    void add(long row) {
      long first = row * columns;
      double sum = 0;
      double products = 0;
      for (int i = 0; i < columns; i++) {
        double g = grad.at(first + i);
        double normal = normal(row, first + i);
        sum += g * weight.or(i, 1);
        products += g * weight.or(i, 1) * normal;
        if (ofWeight.length > 0) {
          ofWeight[i] += g * normal;
          ofBias[i] += g;
        }
      }
      if (ofInput.type != null) {
        putInput(row, sum / columns, products / columns);
      }
    }

    private void putInput(long row, double mean, double meanOfProducts) {
      long first = row * columns;
      for (int i = 0; i < columns; i++) {
        double g = grad.at(first + i) * weight.or(i, 1);
        double distance = g - mean - normal(row, first + i) * meanOfProducts;
        ofInput.put(first + i, deviations.at(row) * distance);
      }
    }

    private double normal(long row, long i) {
      return (x.at(i) - means.at(row)) * deviations.at(row);
    }
  }

  /** The elements of a row-major tensor, which may be absent. */
  private static final class Row {
    private final DType type;
    private final long address;
    private final long count;

    Row(Tensor tensor) {
      type = tensor == null ? null : tensor.dtype();
      address = tensor == null ? 0 : tensor.address();
      count = tensor == null ? 0 : tensor.elementCount();
    }

    double at(long i) {
      return Elements.doubleAt(type, address + i * type.sizeBytes());
    }

    double or(long i, double absent) {
      return type == null ? absent : at(i);
    }

    void put(long i, double value) {
      Elements.putDouble(type, address + i * type.sizeBytes(), value);
    }
  }
}
