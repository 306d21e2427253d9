package jackfield.backend.cuda;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/** The bodies of elementwise kernels: each launches a kernel for the common type. */
final class ElementwiseBodies {
  private static final Scalar[] NO_NUMBERS = {};

  private final Launcher launcher;

  ElementwiseBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void run(String kernel, ElementwiseIterator it) {
    run(kernel, it, NO_NUMBERS);
  }

  void run(String kernel, ElementwiseIterator it, Scalar... numbers) {
    DType type = it.commonType();
    ParameterBlock block = it.parameters();
    launcher.elementwise(
        kernel,
        kernel + "_" + type,
        numbers.length == 0 ? block : block.with(Launcher.words(type, numbers)),
        it.count());
  }

  /** Divides and rounds; the rule has checked the mode. */
  void divide(ElementwiseIterator it, String roundingMode) {
    run(roundingMode == null ? "div_tensor" : "div_" + roundingMode, it);
  }

  /** Selects the second input where the first is true, else the third; bit for bit. */
  void where(ElementwiseIterator it) {
    int bytes = it.type(0).sizeBytes();
    launcher.elementwise("where", "where_" + bytes, it.parameters(), it.count());
  }

  void frexp(ElementwiseIterator it) {
    launcher.elementwise("frexp", "frexp_" + it.type(0), it.parameters(), it.count());
  }

  /** Writes a number where the mask, the second input, holds. */
  void maskedFill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    ParameterBlock block = it.parameters().with(Launcher.words(DType.INT64, exact(type, value)));
    launcher.elementwise("masked_fill_", "masked_fill_" + type, block, it.count());
  }

  /** Writes the third input where the mask holds; bit for bit. */
  void maskedFill(ElementwiseIterator it) {
    String kernel = "mask_" + it.type(0).sizeBytes();
    launcher.elementwise("masked_fill_", kernel, it.parameters(), it.count());
  }

  void logSigmoid(ElementwiseIterator it) {
    String kernel = "log_sigmoid_forward_" + it.type(0);
    launcher.elementwise("log_sigmoid_forward", kernel, it.parameters(), it.count());
  }

  private static Scalar exact(DType type, Scalar value) {
    return type == DType.BOOL ? Scalar.of(value.toBoolean() ? 1 : 0) : value;
  }

  void fill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    ParameterBlock block = it.parameters().with(Launcher.words(DType.INT64, exact(type, value)));
    launcher.elementwise("fill_", "fill_" + type, block, it.count());
  }

  void zero(ElementwiseIterator it) {
    if (it.isContiguous() && it.count() > 0) {
      launcher.stream().zero(it.address(0), it.count() * it.type(0).sizeBytes());
    } else {
      fill(it, Scalar.ZERO);
    }
  }
}
