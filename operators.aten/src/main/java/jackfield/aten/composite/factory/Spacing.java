package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.kernel.TypePromotion;
import jackfield.aten.rule.FillRules;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Numbers at equal distances, in float64 or complex128. The first half is computed from the start
 * and the second half from the end.
 *
 * @param operator the operator that asks, for messages
 */
record Spacing(Aten aten, String operator, DType type, Device device) {
  /** Returns a spacing for results of type {@code dtype}; null is the default floating type. */
  static Spacing of(Aten aten, String operator, DType dtype, Device device, boolean isComplex) {
    DType usual =
        isComplex ? TypePromotion.DEFAULT_FLOAT.complexType() : TypePromotion.DEFAULT_FLOAT;
    DType type = dtype == null ? usual : dtype;
    if (type == DType.BOOL || (isComplex && !type.isComplex())) {
      throw new TypeMismatch(operator, "%s does not hold the numbers".formatted(type));
    }
    return new Spacing(aten, operator, type, device == null ? Device.CPU : device);
  }

  private DType wide() {
    return type.isComplex() ? DType.COMPLEX128 : DType.FLOAT64;
  }

  /** Returns a number as a tensor. */
  Tensor number(String argument, Scalar value) {
    FillRules.checkHolds(operator, argument, type, value);
    return bound(aten.scalarTensor(value, wide(), null, device));
  }

  /** Returns a tensor of one number, converted. */
  Tensor number(String argument, Tensor value) {
    if (value.rank() != 0) {
      throw new ShapeMismatch(
          operator, "expected %s to have no dimensions".formatted(argument), value.sizes());
    }
    return bound(aten.to(value, wide(), null, device, null));
  }

  /** Returns a bound as results of the type hold it: its whole part, if they are integers. */
  private Tensor bound(Tensor wide) {
    boolean isWhole = !type.isFloating() && !type.isComplex();
    return isWhole ? aten.trunc(wide) : wide;
  }

  /** Returns numbers from {@code start} to {@code end}, which is included. */
  Tensor between(Tensor start, Tensor end, long steps) {
    if (steps < 0) {
      throw new InvalidArgument(operator, "steps", steps + " is negative");
    }
    if (steps == 1) {
      return aten.unsqueeze(aten.clone(start), 0);
    }
    Tensor places = aten.arange(steps, DType.FLOAT64, null, device);
    Tensor width = aten.div(aten.sub(end, start), Scalar.of(steps - 1.0));
    Tensor remaining = aten.sub(aten.mul(places, -1.0), Scalar.of(1.0 - steps));
    Tensor front = aten.add(aten.mul(places, width), start);
    Tensor back = aten.sub(end, aten.mul(remaining, width));
    return aten.where(aten.lt(places, Scalar.of(steps / 2)), front, back);
  }
}
