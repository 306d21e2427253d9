package jackfield.feature.autograd;

import jackfield.feature.autograd.engine.GradientArithmetic;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** Arithmetic on row-major float64 vectors, without any operator; counts what it allocates. */
public final class HandArithmetic implements GradientArithmetic {
  int additions;
  int additionsInPlace;
  public int copies;
  public final List<Tensor> sums = new ArrayList<>();

  public static Tensor of(double... values) {
    return HostData.tensor(values, values.length);
  }

  /** Combines element by element; a shorter {@code other} is broadcast. */
  static Tensor zip(Tensor one, Tensor other, DoubleBinaryOperator function) {
    double[] left = HostData.doubles(one);
    double[] right = HostData.doubles(other);
    Arrays.setAll(left, i -> function.applyAsDouble(left[i], right[i % right.length]));
    return of(left);
  }

  @Override
  public Tensor add(Tensor one, Tensor other) {
    additions++;
    return zip(one, other, Double::sum);
  }

  @Override
  public void addInPlace(Tensor sum, Tensor more) {
    additionsInPlace++;
    sums.add(sum);
    double[] values = HostData.doubles(zip(sum, more, Double::sum));
    int[] next = {0};
    HostData.forEachAddress(
        sum, address -> Elements.putDouble(sum.dtype(), address, values[next[0]++]));
  }

  @Override
  public Tensor sumTo(Tensor gradient, long[] sizes) {
    return of(Arrays.stream(HostData.doubles(gradient)).sum());
  }

  @Override
  public Tensor cast(Tensor gradient, DType dtype) {
    throw new UnsupportedOperationException("these tests are of one type");
  }

  @Override
  public Tensor onDevice(Tensor gradient, Device device) {
    throw new UnsupportedOperationException("these tests are of one device");
  }

  @Override
  public Tensor onesLike(Tensor output) {
    double[] ones = new double[(int) output.elementCount()];
    Arrays.fill(ones, 1);
    return of(ones);
  }

  @Override
  public Tensor cloned(Tensor gradient) {
    return of(HostData.doubles(gradient));
  }

  @Override
  public Tensor copyLike(Tensor gradient, Tensor leaf) {
    copies++;
    return of(HostData.doubles(gradient));
  }
}
