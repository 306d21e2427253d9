package jackfield.dispatcher.impl.selfcheck;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Creates the small tensors of {@link Samples}, the same ones each time, on the host. */
final class SampleTensors {
  private static final float STEP = 0.17f; // numbers between 0 and 2
  private static final float SMALL_STEP = 0.08f; // numbers between 0 and 1

  private final Form form;
  private final int side;

  /**
   * Creates a maker of tensors.
   *
   * @param side the elements of a tensor in each of its dimensions
   */
  SampleTensors(Form form, int side) {
    this.form = form;
    this.side = side;
  }

  /** Returns the places of a dimension, each once. */
  Tensor indices() {
    long[] places = new long[side];
    Arrays.setAll(places, i -> (i + 2) % side);
    return HostData.tensor(places, side);
  }

  /** Returns the lengths of segments of a dimension, each of one element. */
  Tensor lengths() {
    long[] lengths = new long[side];
    Arrays.fill(lengths, 1);
    return HostData.tensor(lengths, side);
  }

  /** Returns a matrix of places. */
  Tensor table() {
    long[] places = new long[side * side];
    Arrays.setAll(places, i -> i * 5L % side);
    return HostData.tensor(places, side, side);
  }

  /** Returns positions in planes, one for each element of a tensor of numbers. */
  Tensor positions() {
    long[] sizes = sizes(rank());
    long[] values = new long[(int) Shapes.elementCount(sizes)];
    Arrays.setAll(values, i -> i * 7L % ((long) side * side));
    return HostData.tensor(values, sizes);
  }

  /** Returns one class for each row, and after it the number that ends a list of classes. */
  Tensor classes() {
    long[] classes = new long[side * side];
    Arrays.setAll(classes, i -> i % side == 0 ? i / side : -1);
    return HostData.tensor(classes, side, side);
  }

  /** Returns the offsets of bags of one element. */
  Tensor offsets() {
    long[] offsets = new long[side];
    Arrays.setAll(offsets, i -> i);
    return HostData.tensor(offsets, side);
  }

  /** Returns a place for each element of an image, by a number from −0.9 on for each dimension. */
  Tensor coordinates(int position) {
    long[] sizes = sizes(rank());
    Arrays.fill(sizes, 1, sizes.length, side);
    sizes[sizes.length - 1] = sizes.length - 2L;
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(i, position, STEP) - 1;
    }
    return HostData.tensor(values, sizes);
  }

  /** Returns a matrix of truths. */
  Tensor condition() {
    Tensor condition = HostData.empty(DType.BOOL, side, side);
    for (int i = 0; i < side * side; i++) {
      HostBytes.putByte(condition.address() + i, (byte) (i % 2));
    }
    return condition;
  }

  /** Returns positive numbers in the form's number of dimensions. */
  Tensor numbers(int position) {
    return tensor(position, rank(), form == Form.PROBABILITIES ? SMALL_STEP : STEP);
  }

  private int rank() {
    return switch (form) {
      case BATCHES -> 3;
      case IMAGES -> 4;
      case VOLUMES -> 5;
      default -> 2;
    };
  }

  /** Returns the sizes of a tensor of at most side³ elements. */
  private long[] sizes(int rank) {
    long[] sizes = new long[rank];
    Arrays.fill(sizes, side);
    Arrays.fill(sizes, 0, Math.max(0, rank - 3), 1);
    return sizes;
  }

  /** Returns one of 11 different positive numbers, in an order that {@code position} moves. */
  private static float number(int i, int position, float step) {
    return 0.1f + (i * 7 + position * 5) % 11 * step;
  }

  /** Returns a matrix of numbers between 0 and 1. */
  Tensor probabilities(int position) {
    return tensor(position, 2, SMALL_STEP);
  }

  /** Returns a number without dimensions. */
  Tensor single(int position) {
    return tensor(position, 0, STEP);
  }

  /** Returns one dimension of numbers. */
  Tensor vector(int position) {
    return tensor(position, 1, STEP);
  }

  private Tensor tensor(int position, int rank, float step) {
    long[] sizes = sizes(rank);
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(i, position, step);
    }
    Tensor sample = HostData.tensor(values, sizes);
    return form == Form.WHOLE ? whole(sample) : sample;
  }

  private static Tensor whole(Tensor sample) {
    Tensor whole = HostData.empty(DType.INT64, sample.sizes());
    for (long i = 0; i < sample.elementCount(); i++) {
      long number = (long) (10 * HostBytes.floatAt(sample.address() + i * Float.BYTES));
      HostBytes.putLong(whole.address() + i * Long.BYTES, number);
    }
    return whole;
  }
}
