package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One operator at a time, called as a user calls it, on few and many elements. */
final class EagerCases {
  private static final long CALLS = 15_000_000;
  private static final int[] SIZES = {1, 64, 4096, 1 << 20};
  private static final int LARGE = 1 << 16;

  private final Aten aten;
  private final Autograd autograd;
  private final Random random = new Random(1);

  EagerCases(Aten aten, Autograd autograd) {
    this.aten = aten;
    this.autograd = autograd;
  }

  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int size : SIZES) {
      Tensor a = random(size);
      Tensor b = random(size);
      Tensor out = random(size);
      add(cases, "add", size, loop(size, () -> aten.add(a, b)));
      add(cases, "mul", size, loop(size, () -> aten.mul(a, b)));
      add(cases, "relu", size, loop(size, () -> aten.relu(a)));
      add(cases, "add_out", size, times -> repeat(times, () -> aten.addOut(a, b, out)));
    }
    for (int size : new int[] {1, 4096}) {
      Tensor a = random(size).requiresGradient();
      Tensor b = random(size);
      Tensor ones = HostData.tensor(filled(size), size);
      add(cases, "add_grad", size, times -> repeat(times, () -> aten.add(a, b)));
      add(cases, "add_backward", size, times -> backward(times, a, b, ones));
    }
    Tensor matrix = random(64, 64);
    Tensor transposed = aten.t(random(64, 64));
    Tensor row = random(64);
    Tensor view = random(4096);
    add(cases, "empty", 1, times -> repeat(times, () -> aten.empty(new long[] {1})));
    add(cases, "view", 1, times -> repeat(times, () -> aten.view(view, new long[] {64, 64})));
    add(cases, "add_strided", 4096, times -> repeat(times, () -> aten.add(transposed, matrix)));
    add(cases, "add_broadcast", 4096, times -> repeat(times, () -> aten.add(matrix, row)));
    add(cases, "sum", 4096, times -> repeat(times, () -> aten.sum(view)));
    return cases;
  }

  private static void add(List<Case> cases, String operator, int size, Case.Loop loop) {
    cases.add(new Case("eager." + operator + "." + size, loop, CALLS / Math.max(1, size / 64)));
  }

  /** One call of an operator. */
  private interface Call {
    Tensor call();
  }

  /** Runs calls in scopes of eight; a scope frees the large blocks at its end. */
  private static Object repeat(long times, Call call) {
    Object last = null;
    for (long done = 0; done < times; ) {
      try (Scope _ = Scope.open()) {
        for (long end = Math.min(times, done + 8); done < end; done++) {
          last = call.call();
        }
      }
    }
    return last;
  }

  /** Frees each result before the next call, as the peer does, so that its memory is warm. */
  private static Object repeatLarge(long times, Call call) {
    Object last = null;
    for (long done = 0; done < times; done++) {
      try (Scope _ = Scope.open()) {
        last = call.call();
      }
    }
    return last;
  }

  private static Case.Loop loop(int size, Call call) {
    return size < LARGE ? times -> repeat(times, call) : times -> repeatLarge(times, call);
  }

  private Object backward(long times, Tensor a, Tensor b, Tensor ones) {
    for (long done = 0; done < times; done++) {
      try (Scope _ = Scope.open()) {
        autograd.backward(jackfield.tensor.GradientRequest.of(aten.add(a, b)).from(ones));
        a.clearGrad();
      }
    }
    return a;
  }

  private static float[] filled(int size) {
    float[] ones = new float[size];
    java.util.Arrays.fill(ones, 1);
    return ones;
  }

  private Tensor random(long... sizes) {
    float[] values = new float[(int) jackfield.tensor.Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() + 0.5f;
    }
    return HostData.tensor(values, sizes);
  }
}
