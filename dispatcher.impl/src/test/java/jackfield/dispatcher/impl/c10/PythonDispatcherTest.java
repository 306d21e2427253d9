package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Resolution.Reason;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorListener;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code TestPythonDispatcher} of PyTorch's {@code test_dispatch.py}. In PyTorch it is a calculator
 * of tables over eight keys; these tests use the dispatcher itself.
 */
final class PythonDispatcherTest {
  private static final List<DispatchKey> KEYS =
      List.of(
          DispatchKey.CPU,
          DispatchKey.XLA,
          DispatchKey.LAZY,
          DispatchKey.FPGA,
          DispatchKey.AUTOGRAD_OTHER,
          DispatchKey.AUTOGRAD_CPU,
          DispatchKey.AUTOGRAD_XLA,
          DispatchKey.AUTOGRAD_LAZY);

  private final LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();

  /** Registers a kernel for each of {@code keys}. */
  private OperatorReport register(DispatchKey... keys) {
    LibraryBlock library = LibraryBlock.define(dispatcher, "__test__", "Test.java", 1);
    library.def("foo(Tensor x) -> Tensor");
    Arrays.stream(keys).forEach(key -> library.impl("foo", Unboxed.sameAt(key)));
    return dispatcher.report(OperatorName.parse("__test__::foo")).orElseThrow();
  }

  private static Map<DispatchKey, Reason> table(OperatorReport report) {
    Map<DispatchKey, Reason> table = new LinkedHashMap<>();
    KEYS.forEach(key -> table.put(key, report.table().get(key.tableIndex()).reason()));
    return table;
  }

  private static Map<DispatchKey, Reason> reasons(Reason... reasons) {
    Map<DispatchKey, Reason> table = new LinkedHashMap<>();
    for (int i = 0; i < reasons.length; i++) {
      table.put(KEYS.get(i), reasons[i]);
    }
    return table;
  }

  @Test
  @DisplayName("test_basic")
  void testBasic() {
    OperatorReport report =
        register(
            DispatchKey.CPU,
            DispatchKey.XLA,
            DispatchKey.LAZY,
            DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    assertThat(table(report))
        .isEqualTo(
            reasons(
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.MATH,
                Reason.MATH,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK));
  }

  @Test
  @DisplayName("test_math_autogradcpu")
  void testMathAutogradcpu() {
    OperatorReport report =
        register(
            DispatchKey.CPU,
            DispatchKey.XLA,
            DispatchKey.LAZY,
            DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD,
            DispatchKey.AUTOGRAD_CPU);
    assertThat(table(report))
        .isEqualTo(
            reasons(
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.MATH,
                Reason.MATH,
                Reason.KERNEL,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK));
    assertThat(new OperatorDump(report).state().lines().skip(4).map(line -> line.split(":")[0]))
        .containsExactly("CPU", "XLA", "Lazy", "AutogradCPU", "CompositeImplicitAutograd[alias]");
  }

  @Test
  @DisplayName("test_defaultbackend_autogradcpu")
  void testDefaultbackendAutogradcpu() {
    OperatorReport report =
        register(
            DispatchKey.CPU,
            DispatchKey.XLA,
            DispatchKey.LAZY,
            DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD,
            DispatchKey.AUTOGRAD_CPU);
    assertThat(table(report))
        .isEqualTo(
            reasons(
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.KERNEL,
                Reason.DEFAULT_BACKEND,
                Reason.BACKEND_FALLBACK,
                Reason.KERNEL,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK));
  }

  @Test
  @DisplayName("test_autogradother")
  void testAutogradother() {
    OperatorReport report =
        register(DispatchKey.CPU, DispatchKey.FPGA, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    assertThat(table(report))
        .isEqualTo(
            reasons(
                Reason.KERNEL,
                Reason.MATH,
                Reason.MATH,
                Reason.KERNEL,
                Reason.AMBIGUOUS_AUTOGRAD_OTHER,
                Reason.BACKEND_FALLBACK,
                Reason.MATH,
                Reason.MATH));
  }

  /** PyTorch's calculator refuses this; in both dispatchers the newest wins, and ours warns. */
  @Test
  @DisplayName("test_duplicate_registrations")
  void testDuplicateRegistrations() {
    List<OperatorListener.Overriding> told = new ArrayList<>();
    dispatcher.listen(
        new OperatorListener() {
          @Override
          public void overridden(Overriding overriding) {
            told.add(overriding);
          }
        });
    OperatorReport report = register(DispatchKey.CPU, DispatchKey.CPU);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().key()).isEqualTo(DispatchKey.CPU);
    assertThat(report.kernels().get(DispatchKey.CPU)).hasSize(2);
    assertThat(table(report)).containsEntry(DispatchKey.CPU, Reason.KERNEL);
  }

  /** PyTorch's calculator refuses this; in the dispatchers the explicit one wins everywhere. */
  @Test
  @DisplayName("test_defaultbackend_math")
  void testDefaultbackendMath() {
    OperatorReport report =
        register(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    assertThat(table(report))
        .isEqualTo(
            reasons(
                Reason.DEFAULT_BACKEND,
                Reason.DEFAULT_BACKEND,
                Reason.DEFAULT_BACKEND,
                Reason.DEFAULT_BACKEND,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK,
                Reason.BACKEND_FALLBACK));
  }

  @Test
  @DisplayName("test_quantized_structured_not_implemented")
  void testQuantizedStructuredNotImplemented() {
    LibraryBlock.define(dispatcher, "aten", "Test.java", 1)
        .def("bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)")
        .impl("bmm.out", LibraryKernel.boxed((o, k, s) -> {}).at(DispatchKey.CPU));
    Operator bmm = dispatcher.operator("aten::bmm.out");
    Tensor plain = HostData.tensor(new float[] {1}, 1, 1, 1);
    long keys = KeySets.ofTensor(DispatchKey.QUANTIZED_CPU.bits());
    Tensor quantized =
        Tensor.of(keys, plain.dtype(), plain.storage(), plain.sizes(), plain.strides(), 0);
    Stack stack = new Stack().push(quantized).push(quantized).push(quantized);
    NoKernel missing = catchThrowableOfType(NoKernel.class, () -> bmm.callBoxed(stack));
    assertThat(missing.operator()).isEqualTo(bmm.name());
    assertThat(missing.key()).isEqualTo(DispatchKey.QUANTIZED_CPU);
    assertThat(missing.registered()).singleElement().asString().startsWith("CPU ");
    assertThat(missing).hasMessageContaining("aten::bmm.out for QuantizedCPU");
  }
}
