package jackfield.conformance.gradient;

import jackfield.conformance.value.Disagreement;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Compares gradients of double precision with the sums of parts; null stands for zeros. */
final class Sums {
  private static final double PRECISION = 1e-9; // of the magnitudes that were added

  private Sums() {}

  /**
   * Compares each of {@code whole} with the sum of the tensors at its position in {@code parts}. An
   * element that is not finite is left out: infinities of both signs may cancel.
   */
  static void check(String what, List<Tensor> whole, List<List<Tensor>> parts) {
    for (int i = 0; i < whole.size(); i++) {
      int place = i;
      List<Tensor> summed = parts.stream().map(part -> part.get(place)).toList();
      try {
        check(whole.get(i), summed);
      } catch (Disagreement difference) {
        throw difference.in(what + " " + i);
      }
    }
  }

  private static void check(Tensor whole, List<Tensor> parts) {
    Tensor any =
        Stream.concat(Stream.of(whole), parts.stream())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (any == null) {
      return;
    }
    double[] expected = numbers(whole, any);
    double[] sums = new double[expected.length];
    double[] magnitudes = DoubleStream.of(expected).map(Math::abs).toArray();
    for (Tensor part : parts) {
      double[] numbers = numbers(part, any);
      for (int at = 0; at < sums.length; at++) {
        sums[at] += numbers[at];
        magnitudes[at] += Math.abs(numbers[at]);
      }
    }
    double largest = DoubleStream.of(magnitudes).filter(Double::isFinite).max().orElse(0);
    for (int at = 0; at < sums.length; at++) {
      double allowed = PRECISION * (magnitudes[at] + largest / 8);
      if (Double.isFinite(expected[at]) && !(Math.abs(sums[at] - expected[at]) <= allowed)) {
        throw new Disagreement("element " + at, expected[at], sums[at] + " as a sum");
      }
    }
  }

  private static double[] numbers(Tensor tensor, Tensor like) {
    int parts = like.dtype().isComplex() ? 2 : 1;
    if (tensor == null) {
      return new double[(int) like.elementCount() * parts];
    }
    if (!Arrays.equals(tensor.sizes(), like.sizes()) || tensor.dtype() != like.dtype()) {
      throw new Disagreement("tensor", like, tensor);
    }
    return DoubleCall.numbers(tensor);
  }
}
