package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.binary;
import static jackfield.backend.cpu.LargeCalls.forms;
import static jackfield.backend.cpu.LargeCalls.name;
import static jackfield.backend.cpu.LargeCalls.unary;

import jackfield.aten.Aten;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.stream.LongStream;

/** Rounded quotients, powers, inverse functions and losses for {@link LargeTwinsTest}. */
final class LargeQuotients {
  private LargeQuotients() {}

  private static Tensor above(Aten aten, Tensor b) {
    return b.dtype().isIntegral() ? aten.add(aten.abs(b), 1) : b;
  }

  static void quotients(DType type) {
    if (type == DType.BOOL || type.isComplex()) {
      return;
    }
    binary("fmod", type, (aten, a, b) -> aten.fmod(a, above(aten, b)));
    binary("remainder", type, (aten, a, b) -> aten.remainder(a, above(aten, b)));
    binary("floor_divide", type, (aten, a, b) -> aten.floorDivide(a, above(aten, b)));
    for (String mode : new String[] {"floor", "trunc"}) {
      binary("div " + mode, type, (aten, a, b) -> aten.div(a, above(aten, b), mode));
    }
    unary("remainder by a number", type, (aten, a) -> aten.remainder(a, Scalar.of(3)));
    Tensor other = TWINS.dense(type, SIZES);
    forms(
        "remainder",
        type,
        (aten, a) -> aten.remainder_(a, above(aten, other)),
        (aten, a, out) -> aten.remainderOut(a, above(aten, other), out));
  }

  static void powers(DType type) {
    if (type == DType.BOOL) {
      return;
    }
    for (int exponent = 0; exponent < 5; exponent++) {
      Scalar number = Scalar.of(exponent);
      unary("pow " + exponent, type, (aten, a) -> aten.pow(a, number));
    }
    if (type.isIntegral()) {
      binary("pow", type, (aten, a, b) -> aten.pow(a, aten.abs(b)));
      return;
    }
    binary("pow", type, (aten, a, b) -> aten.pow(type.isComplex() ? a : aten.abs(a), b));
    for (double exponent : new double[] {-2, -1, -0.5, 0.5, 1.75}) {
      Scalar number = Scalar.of(exponent);
      unary("pow " + exponent, type, (aten, a) -> aten.pow(a, number));
    }
    forms(
        "pow",
        type,
        (aten, a) -> aten.pow_(a, Scalar.of(2)),
        (aten, a, out) -> aten.powOut(a, Scalar.of(3), out));
  }

  static void inverseFunctions(DType type) {
    if (!type.isFloating() && !type.isComplex()) {
      return;
    }
    unary("asin", type, (aten, a) -> aten.asin(aten.mul(a, 0.5)));
    unary("acos", type, (aten, a) -> aten.acos(aten.mul(a, 0.5)));
    unary("atan", type, Aten::atan);
    unary("asinh", type, Aten::asinh);
    unary("acosh", type, (aten, a) -> aten.acosh(aten.add(a, 3.5)));
    unary("atanh", type, (aten, a) -> aten.atanh(aten.mul(a, 0.25)));
    unary("exp2", type, Aten::exp2);
    unary("log2", type, Aten::log2);
  }

  static void losses(DType type) {
    if (!type.isFloating()) {
      return;
    }
    binary("xlogy", type, Aten::xlogy);
    Tensor weight = TWINS.dense(type, SIZES);
    for (long reduction = 0; reduction < 3; reduction++) {
      long reduced = reduction;
      binary(
          "binary_cross_entropy " + reduced,
          type,
          (aten, a, b) ->
              aten.binaryCrossEntropy(aten.sigmoid(a), aten.sigmoid(b), weight, reduced));
    }
    binary(
        "binary_cross_entropy without weights",
        type,
        (aten, a, b) -> aten.binaryCrossEntropy(aten.sigmoid(a), aten.sigmoid(b)));
    binary("mse_loss", type, Aten::mseLoss);
    binary("smooth_l1_loss", type, Aten::smoothL1Loss);
    binary("huber_loss", type, Aten::huberLoss);
    binary("kl_div", type, Aten::klDiv);
    likelihoods(type);
  }

  private static void likelihoods(DType type) {
    long[] classes = LongStream.range(0, SIZES[0]).map(i -> i * 37 % SIZES[1]).toArray();
    Tensor target = HostData.tensor(classes, classes.length);
    Tensor grad = TWINS.dense(type, SIZES[0]);
    Tensor weight = TWINS.dense(type, SIZES[1]);
    Tensor total = TWINS.dense(type);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(
          name("gradient of nll_loss", type, layout),
          aten -> aten.nllLossBackward(grad, self, target, weight, 0, 37, total));
      for (long reduction = 0; reduction < 3; reduction++) {
        long reduced = reduction;
        TWINS.agree(
            name("nll_loss_forward", type, layout, reduction),
            aten -> aten.nllLossForward(self, target, weight, reduced, 37).output());
      }
    }
  }
}
