package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares elementwise kernels and copies with their scalar twins, for every type and for many
 * layouts.
 */
@Tag("slow")
class AgreementTest {
  private final TwinComparison twins = new TwinComparison();

  private void binary(String what, DType type, Binary call) {
    for (int round = 0; round < 25; round++) {
      long[] sizes = twins.sizes(twins.random.nextInt(4));
      Tensor self = twins.tensor(type, sizes);
      Tensor other = twins.random.nextInt(4) == 0 ? twins.tensor(type) : twins.tensor(type, sizes);
      twins.agree(what, aten -> call.of(aten, self, other));
    }
  }

  private void unary(String what, DType type, BiFunction<Aten, Tensor, Tensor> call) {
    for (int round = 0; round < 15; round++) {
      Tensor self = twins.tensor(type, twins.sizes(twins.random.nextInt(4)));
      twins.agree(what, aten -> call.apply(aten, self));
    }
  }

  private interface Binary {
    Tensor of(Aten aten, Tensor self, Tensor other);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void arithmetic(DType type) {
    Scalar alpha = type == DType.BOOL ? Scalar.of(true) : Scalar.of(2L);
    binary("add", type, (aten, a, b) -> aten.add(a, b, alpha));
    binary("mul", type, Aten::mul);
    binary("div", type, Aten::div);
    if (type != DType.BOOL) {
      binary("sub", type, (aten, a, b) -> aten.sub(a, b, alpha));
      unary("neg", type, Aten::neg);
    }
    if (type.isComplex()) {
      binary("add", type, (aten, a, b) -> aten.add(a, b, Scalar.of(0.5, -1.5)));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void functions(DType type) {
    unary("exp", type, Aten::exp);
    unary("log", type, Aten::log);
    unary("sqrt", type, Aten::sqrt);
    unary("sigmoid", type, Aten::sigmoid);
    unary("tanh", type, Aten::tanh);
    if (!type.isComplex() && type != DType.BOOL) {
      unary("relu", type, Aten::relu);
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void comparisons(DType type) {
    binary("eq", type, Aten::eq);
    if (!type.isComplex()) {
      binary("gt", type, Aten::gt);
    }
    for (int round = 0; round < 20; round++) {
      long[] sizes = twins.sizes(twins.random.nextInt(4));
      Tensor condition = twins.tensor(DType.BOOL, sizes);
      Tensor yes = twins.tensor(type, sizes);
      Tensor no = twins.random.nextBoolean() ? twins.tensor(type) : twins.tensor(type, sizes);
      twins.agree("where", aten -> aten.where(condition, yes, no));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void gradients(DType type) {
    binary("sigmoid_backward", type, Aten::sigmoidBackward);
    binary("tanh_backward", type, Aten::tanhBackward);
    if (!type.isComplex()) {
      binary(
          "threshold_backward",
          type,
          (aten, grad, self) -> aten.thresholdBackward(grad, self, Scalar.of(0.25)));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void inPlaceAndIntoAViewOfAnotherType(DType type) {
    for (int round = 0; round < 15; round++) {
      long[] sizes = twins.sizes(2);
      Tensor other = twins.tensor(type, sizes);
      Tensor start = twins.tensor(type, sizes);
      twins.agree("add_", aten -> aten.add_(aten.clone(start), other));
      twins.agree("copy_", aten -> aten.copy_(HostData.empty(DType.COMPLEX128, sizes), other));
      twins.agree(
          "copy_ transposed",
          aten -> aten.copy_(transposed(HostData.empty(type, sizes[1], sizes[0])), other));
      twins.agree("fill_", aten -> aten.fill_(HostData.empty(type, sizes), Scalar.of(1L)));
      twins.agree(
          "zero_", aten -> aten.zero_(transposed(HostData.empty(type, sizes[1], sizes[0]))));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void copiesOfPermutedDimensions(DType type) {
    long[][] sizes = {{70, 131}, {3, 70, 9}, {9, 2, 67}, {8, 3, 2, 65}};
    for (long[] shape : sizes) {
      Tensor self = twins.tensor(type, shape);
      long[] reversed = new long[shape.length];
      for (int dim = 0; dim < shape.length; dim++) {
        reversed[dim] = shape.length - 1L - dim;
      }
      twins.agree("permute", aten -> aten.contiguous(aten.permute(self, reversed)));
      Tensor other = twins.tensor(type, reversed(shape));
      twins.agree(
          "add of a permuted tensor", aten -> aten.add(aten.permute(self, reversed), other));
      twins.agree(
          "add_ to a permuted tensor",
          aten -> aten.add_(aten.permute(aten.clone(self), reversed), other));
      twins.agree("eq of a permuted tensor", aten -> aten.eq(aten.permute(self, reversed), other));
    }
  }

  private static long[] reversed(long[] sizes) {
    long[] reversed = new long[sizes.length];
    for (int dim = 0; dim < sizes.length; dim++) {
      reversed[dim] = sizes[sizes.length - 1 - dim];
    }
    return reversed;
  }

  private static Tensor transposed(Tensor tensor) {
    long[] sizes = {tensor.size(1), tensor.size(0)};
    long[] strides = {tensor.stride(1), tensor.stride(0)};
    return tensor.alias(sizes, strides, tensor.offset());
  }
}
