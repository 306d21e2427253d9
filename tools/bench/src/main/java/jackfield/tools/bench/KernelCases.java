package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Kernels on many elements, where the loop dominates the cost of the call. */
final class KernelCases {
  private static final long CALLS = 3_000;

  private final Aten aten;
  private final Random random = new Random(2);

  KernelCases(Aten aten) {
    this.aten = aten;
  }

  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int n : new int[] {8, 10, 12, 64, 256, 1024, 2048}) {
      Tensor a = random(n, n);
      Tensor b = random(n, n);
      Tensor out = random(n, n);
      add(cases, "mm." + n, () -> aten.mmOut(a, b, out));
    }
    Tensor images = random(64, 784);
    Tensor weight = random(256, 784);
    Tensor bias = random(256);
    add(cases, "linear.64x784x256", () -> aten.linear(images, weight, bias));
    Tensor square = random(1024, 1024);
    Tensor million = random(1 << 20);
    Tensor other = random(1 << 20);
    Tensor out = random(1 << 20);
    add(cases, "softmax.1024", () -> aten.softmax(square, 1));
    add(cases, "log_softmax.1024", () -> aten.logSoftmax(square, 1));
    add(cases, "sum.1M", () -> aten.sum(million));
    add(cases, "argmax.1024", () -> aten.argmax(square, 1L, false));
    add(cases, "exp_out.1M", () -> aten.expOut(million, out));
    add(cases, "tanh_out.1M", () -> aten.tanhOut(million, out));
    add(cases, "add_out.1M", () -> aten.addOut(million, other, out));
    add(cases, "transpose_copy.1024", () -> aten.contiguous(aten.t(square)));
    return cases;
  }

  /** One call of a kernel. */
  private interface Call {
    Tensor call();
  }

  private static void add(List<Case> cases, String name, Call call) {
    cases.add(new Case(name, times -> repeat(times, call), CALLS));
  }

  private static Object repeat(long times, Call call) {
    Object last = null;
    for (long done = 0; done < times; done++) {
      try (Scope _ = Scope.open()) {
        last = call.call();
      }
    }
    return last;
  }

  private Tensor random(long... sizes) {
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return HostData.tensor(values, sizes);
  }
}
