package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** Kernels on many elements, where the loop dominates the cost of the call. */
final class KernelCases {
  private static final int SIDE = 1024;
  private static final int MILLION = 1 << 20;
  private static final int MILLIONS = 1 << 24;

  /** A call that writes into a given output. */
  private interface Out {
    Tensor call(Tensor a, Tensor b, Tensor out);
  }

  private final Aten aten;
  private final Inputs inputs;
  private final CaseList list = new CaseList();

  KernelCases(Aten aten, Inputs inputs) {
    this.aten = aten;
    this.inputs = inputs;
  }

  List<Case> cases() {
    addRows();
    addElementwise();
    addMoves();
    return list.cases();
  }

  private void addRows() {
    square("softmax.1024", a -> aten.softmax(a, 1));
    square("log_softmax.1024", a -> aten.logSoftmax(a, 1));
    list.add(
        "layer_norm.1024",
        () -> {
          Tensor a = inputs.random(SIDE, SIDE);
          Tensor weight = inputs.random(SIDE);
          Tensor bias = inputs.random(SIDE);
          return () -> aten.layerNorm(a, new long[] {SIDE}, weight, bias);
        });
    square("sum.1M", aten::sum);
    square("sum_dim0.1024", a -> aten.sum(a, new long[] {0}));
    square("sum_dim1.1024", a -> aten.sum(a, new long[] {1}));
    square("mean_var.1024", a -> aten.varMean(a, new long[] {1}));
    square("argmax.1024", a -> aten.argmax(a, 1L, false));
    square("cumsum.1024", a -> aten.cumsum(a, 1));
    list.add(
        "sort.64K",
        () -> {
          Tensor a = inputs.random(1 << 16);
          return () -> aten.sort(a);
        });
  }

  private void addElementwise() {
    out("exp_out.1M", MILLION, (a, b, out) -> aten.expOut(a, out));
    out("tanh_out.1M", MILLION, (a, b, out) -> aten.tanhOut(a, out));
    out("gelu_out.1M", MILLION, (a, b, out) -> aten.geluOut(a, out));
    out("add_out.1M", MILLION, aten::addOut);
    out("relu_out.16M", MILLIONS, (a, b, out) -> aten.clampMinOut(a, 0, out));
    fresh("relu.16M", MILLIONS, (a, b) -> aten.relu(a));
    out("mul_out.16M", MILLIONS, aten::mulOut);
    fresh("mul.16M", MILLIONS, aten::mul);
    list.add(
        "where.1M",
        () -> {
          Tensor a = inputs.random(SIDE, SIDE);
          Tensor b = inputs.random(SIDE, SIDE);
          Tensor mask = aten.gt(inputs.random(SIDE, SIDE), 0);
          return () -> aten.where(mask, a, b);
        });
  }

  private void addMoves() {
    out("copy.16M", MILLIONS, (a, b, out) -> aten.copy_(out, a));
    fresh("cat.2x1M", MILLION, (a, b) -> aten.cat(a, b));
    list.add(
        "transpose_copy.1024",
        () -> {
          Tensor transposed = aten.t(inputs.random(SIDE, SIDE));
          Tensor out = inputs.random(SIDE, SIDE);
          return () -> aten.copy_(out, transposed);
        });
    rows("index_select.1024", (a, rows) -> aten.indexSelect(a, 0, rows));
    rows("embedding.1024", aten::embedding);
    list.add(
        "max_pool2d.64x28",
        () -> {
          Tensor images = inputs.random(32, 64, 28, 28);
          return () -> aten.maxPool2d(images, 2, 2);
        });
  }

  /** Adds a case with a matrix and as many indexes of rows as it has rows. */
  private void rows(String name, BinaryOperator<Tensor> call) {
    list.add(
        name,
        () -> {
          Tensor a = inputs.random(SIDE, SIDE);
          Tensor rows = inputs.indexes(SIDE, SIDE);
          return () -> call.apply(a, rows);
        });
  }

  private void square(String name, Function<Tensor, Object> call) {
    list.add(
        name,
        () -> {
          Tensor a = inputs.random(SIDE, SIDE);
          return () -> call.apply(a);
        });
  }

  private void fresh(String name, int size, BinaryOperator<Tensor> call) {
    list.add(
        name,
        () -> {
          Tensor a = inputs.random(size);
          Tensor b = inputs.random(size);
          return () -> call.apply(a, b);
        });
  }

  private void out(String name, int size, Out call) {
    list.add(
        name,
        () -> {
          Tensor a = inputs.random(size);
          Tensor b = inputs.random(size);
          Tensor out = inputs.random(size);
          return () -> call.call(a, b, out);
        });
  }
}
