package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Large tensors and the smallest ones on a device: what its memory, its units and a launch give.
 */
final class DeviceCases {
  private static final int FLOAT_BYTES = 4;

  private final Aten aten;
  private final Inputs inputs;
  private final long bytes;
  private final int side;
  private final CaseList list = new CaseList();

  /**
   * Creates the cases.
   *
   * @param bytes the size of a large tensor
   */
  DeviceCases(Aten aten, Inputs inputs, long bytes) {
    this.aten = aten;
    this.inputs = inputs;
    this.bytes = bytes;
    this.side = (int) Math.sqrt((double) bytes / FLOAT_BYTES);
  }

  List<Case> cases() {
    list.add(
        "device.copy",
        Case.Work.bytes(2.0 * bytes),
        () -> {
          Tensor a = large();
          Tensor out = large();
          return () -> aten.copy_(out, a);
        });
    list.add(
        "device.add",
        Case.Work.bytes(3.0 * bytes),
        () -> {
          Tensor a = large();
          Tensor b = large();
          Tensor out = large();
          return () -> aten.addOut(a, b, out);
        });
    unary("device.exp", 2, aten::exp);
    unary("device.sum", 1, aten::sum);
    unary("device.sum_dim1", 1, a -> aten.sum(a, new long[] {1}));
    unary("device.softmax", 2, a -> aten.softmax(a, 1));
    unary("device.layer_norm", 2, a -> aten.layerNorm(a, new long[] {side}));
    unary("device.rfft", 2, aten::fftRfft);
    product("device.mm", DType.FLOAT32);
    product("device.mm_half", DType.FLOAT16);
    list.addShort(
        "device.launch",
        () -> {
          Tensor a = inputs.filled(1, 1);
          Tensor b = inputs.filled(2, 1);
          return () -> aten.add(a, b);
        });
    return list.cases();
  }

  private Tensor large() {
    return inputs.filled(0.5, side, side);
  }

  /** Adds a case that moves {@code passes} times the bytes of a large tensor. */
  private void unary(String name, int passes, UnaryOperator<Tensor> call) {
    list.add(
        name,
        Case.Work.bytes(passes * (double) bytes),
        () -> {
          Tensor a = large();
          return () -> call.apply(a);
        });
  }

  private void product(String name, DType dtype) {
    int n = Math.max(1, side / 2);
    list.add(
        name,
        Case.Work.operations(2.0 * n * n * n),
        () -> {
          Tensor a = aten.to(inputs.filled(0.5, n, n), dtype);
          Tensor b = aten.to(inputs.filled(0.25, n, n), dtype);
          return () -> aten.mm(a, b);
        });
  }
}
