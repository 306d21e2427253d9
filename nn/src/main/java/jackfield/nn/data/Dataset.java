package jackfield.nn.data;

import jackfield.error.InvalidArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;

/**
 * Examples on the Java heap: for each an input of float32 numbers, and a target, which is a class
 * or a row of float32 numbers.
 *
 * <p><em>Threads</em>: immutable, if the arrays it was made from are not written.
 */
public final class Dataset {
  private final float[] inputs;
  private final long[] inputSizes; // of one example
  private final long[] labels; // null if the targets are numbers
  private final float[] numbers; // null if the targets are classes
  private final long[] numberSizes;
  private final int count;

  private Dataset(
      float[] inputs,
      long[] inputSizes,
      long[] labels,
      float[] numbers,
      long[] numberSizes,
      int count) {
    this.inputs = inputs;
    this.inputSizes = inputSizes;
    this.labels = labels;
    this.numbers = numbers;
    this.numberSizes = numberSizes;
    this.count = count;
  }

  /**
   * Returns examples with classes.
   *
   * @param inputs the inputs one after the other; the array must not be written any more
   * @param labels the class of each
   * @param inputSizes the sizes of one input
   * @throws InvalidArgument if there are not as many inputs as labels
   */
  public static Dataset of(float[] inputs, long[] labels, long... inputSizes) {
    given("labels", labels);
    check("inputs", inputs, inputSizes, labels.length);
    return new Dataset(inputs, inputSizes.clone(), labels, null, null, labels.length);
  }

  /**
   * Returns examples with numbers as targets, for regression.
   *
   * @param inputs the inputs one after the other; the array must not be written any more
   * @param inputSizes the sizes of one input
   * @param targets the targets one after the other; the array must not be written any more
   * @param targetSizes the sizes of one target
   * @throws InvalidArgument if there are not as many inputs as targets
   */
  public static Dataset of(float[] inputs, long[] inputSizes, float[] targets, long[] targetSizes) {
    given("targets", targets);
    int width = width("targets", targetSizes);
    int count = targets.length / width;
    check("targets", targets, targetSizes, count);
    check("inputs", inputs, inputSizes, count);
    return new Dataset(inputs, inputSizes.clone(), null, targets, targetSizes.clone(), count);
  }

  private static void given(String argument, Object value) {
    Objects.requireNonNull(value, () -> "Dataset.of: %s is null".formatted(argument));
  }

  private static int width(String what, long[] sizes) {
    given("sizes of the " + what, sizes);
    boolean isPositive = Arrays.stream(sizes).allMatch(size -> size > 0);
    long width = isPositive ? Shapes.elementCount(sizes) : 0;
    if (width < 1 || width > Integer.MAX_VALUE) {
      throw new InvalidArgument(
          "dataset", what, "must have elements, found sizes " + Arrays.toString(sizes));
    }
    return (int) width;
  }

  private static void check(String what, float[] values, long[] sizes, int count) {
    given(what, values);
    long expected = (long) width(what, sizes) * count;
    if (values.length != expected) {
      throw new InvalidArgument(
          "dataset",
          what,
          "must have %d numbers for %d examples of sizes %s, found %d"
              .formatted(expected, count, Arrays.toString(sizes), values.length));
    }
  }

  /** Returns the number of examples. */
  public int count() {
    return count;
  }

  /** Returns the sizes of one input. */
  public long[] inputSizes() {
    return inputSizes.clone();
  }

  /**
   * Returns the class of the example at {@code index}, from 0.
   *
   * @throws InvalidArgument if there is no such example, or the targets are numbers
   */
  public long label(int index) {
    if (labels == null) {
      throw new InvalidArgument("dataset", "label", "is asked of targets that are numbers");
    }
    if (index < 0 || index >= count) {
      throw new InvalidArgument(
          "dataset", "label", "must be asked of 0 to below %d, found %d".formatted(count, index));
    }
    return labels[index];
  }

  /**
   * Returns the same examples with inputs of other sizes, such as 1, 28, 28 for images of 784.
   *
   * @throws InvalidArgument if the number of elements differs
   */
  public Dataset inputSizes(long... sizes) {
    check("inputs", inputs, sizes, count);
    return new Dataset(inputs, sizes.clone(), labels, numbers, numberSizes, count);
  }

  /**
   * Returns the examples from {@code from} to {@code to}, which is excluded.
   *
   * @throws InvalidArgument if they are not all there
   */
  public Dataset range(int from, int to) {
    if (from < 0 || to < from || to > count) {
      throw new InvalidArgument(
          "dataset",
          "range",
          "must be within the %d examples and not end before its start, found %d to %d"
              .formatted(count, from, to));
    }
    return new Dataset(
        part(inputs, inputSizes, from, to),
        inputSizes,
        labels == null ? null : Arrays.copyOfRange(labels, from, to),
        numbers == null ? null : part(numbers, numberSizes, from, to),
        numberSizes,
        to - from);
  }

  private static float[] part(float[] values, long[] sizes, int from, int to) {
    int width = (int) Shapes.elementCount(sizes);
    return Arrays.copyOfRange(values, from * width, to * width);
  }

  /** Returns these examples in an order that {@code seed} shuffles anew for each epoch. */
  public Shuffled shuffled(long seed) {
    return new Shuffled(this, seed);
  }

  /**
   * Returns the examples in batches, in their own order.
   *
   * @throws InvalidArgument if the size is below 1
   */
  public Batches batches(int size) {
    return new Batches(this, size, null);
  }

  /** Returns the inputs at these positions as a new tensor. */
  Tensor inputs(int[] positions) {
    return gather(inputs, inputSizes, positions);
  }

  /** Returns the targets at these positions as a new tensor. */
  Tensor targets(int[] positions) {
    if (labels == null) {
      return gather(numbers, numberSizes, positions);
    }
    return HostData.tensor(
        Arrays.stream(positions).mapToLong(i -> labels[i]).toArray(), positions.length);
  }

  private static Tensor gather(float[] values, long[] sizes, int[] positions) {
    int width = (int) Shapes.elementCount(sizes);
    float[] some = new float[positions.length * width];
    for (int i = 0; i < positions.length; i++) {
      System.arraycopy(values, positions[i] * width, some, i * width, width);
    }
    long[] all = new long[sizes.length + 1];
    all[0] = positions.length;
    System.arraycopy(sizes, 0, all, 1, sizes.length);
    return HostData.tensor(some, all);
  }
}
