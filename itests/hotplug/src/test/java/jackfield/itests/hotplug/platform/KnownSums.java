package jackfield.itests.hotplug.platform;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** A sum and a product of whole numbers, for which every backend must return the exact result. */
public final class KnownSums {
  private static final int ROWS = 19;
  private static final int DEPTH = 35;
  private static final int COLUMNS = 23;

  private final Aten aten;
  private final float[] left = wholeNumbers(ROWS * DEPTH, 7);
  private final float[] right = wholeNumbers(DEPTH * COLUMNS, 5);
  private final float[] bias = wholeNumbers(COLUMNS, 3);
  private final Tensor leftTensor = HostData.tensor(left, ROWS, DEPTH);
  private final Tensor rightTensor = HostData.tensor(right, DEPTH, COLUMNS);
  private final Tensor biasTensor = HostData.tensor(bias, COLUMNS);
  private final float[] sum = new float[ROWS * DEPTH];
  private final float[] product = new float[ROWS * COLUMNS];

  public KnownSums(Aten aten) {
    this.aten = aten;
    for (int i = 0; i < sum.length; i++) {
      sum[i] = left[i] + left[i];
    }
    for (int i = 0; i < product.length; i++) {
      product[i] = bias[i % COLUMNS];
      for (int k = 0; k < DEPTH; k++) {
        product[i] += left[i / COLUMNS * DEPTH + k] * right[k * COLUMNS + i % COLUMNS];
      }
    }
  }

  private static float[] wholeNumbers(int count, int period) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i % period - 1;
    }
    return numbers;
  }

  /**
   * Calls {@code aten::add.Tensor} and {@code aten::addmm} and fails unless both results are exact.
   */
  public void check() {
    try (Tensor added = aten.add(leftTensor, leftTensor);
        Tensor multiplied = aten.addmm(biasTensor, leftTensor, rightTensor)) {
      assertThat(HostData.floats(added)).isEqualTo(sum);
      assertThat(HostData.floats(multiplied)).isEqualTo(product);
    }
  }
}
