package jackfield.tools.conformance.script;

import jackfield.boxing.JavaKernel;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKeySet;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kernels of scripts whose schema is inferred. They are registered but never called, so they do
 * nothing.
 */
final class MethodKernels {
  private MethodKernels() {}

  /** Two results. */
  record Two(Tensor first, Tensor second) {}

  static KernelFunction named(String name) {
    Method method =
        Arrays.stream(MethodKernels.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no kernel is called " + name));
    return JavaKernel.method(MethodHandles.lookup(), null, method);
  }

  static Tensor u1(Tensor x) {
    return x;
  }

  static Tensor u1k(DispatchKeySet keys, Tensor x) {
    return x;
  }

  static Tensor u2(Tensor x, Tensor y) {
    return x;
  }

  static long ui(long n) {
    return n;
  }

  static Tensor uti(Tensor x, long n) {
    return x;
  }

  static void uv(Tensor x) {}

  static Two utt(Tensor x) {
    return new Two(x, x);
  }

  @SuppressWarnings("ParameterNumber") // one of each type that a kernel can have
  static Tensor umix(
      Tensor x,
      Optional<Tensor> o,
      List<Tensor> l,
      List<Optional<Tensor>> ol,
      long i,
      double d,
      boolean b,
      String s,
      long[] il,
      Optional<Long> oi,
      Scalar sc,
      Optional<DType> dt,
      Optional<Layout> ly,
      Optional<Device> dv,
      Optional<MemoryFormat> mf,
      Optional<Generator> g) {
    return x;
  }
}
