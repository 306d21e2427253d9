package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.Resolution;
import jackfield.kernel.Resolution.Reason;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code TestDispatch} of PyTorch's {@code test_dispatch.py}: computed tables. The library of
 * registration N is at line N of {@code Test.java}.
 */
@Tag("slow")
final class DispatchComputedTableTest {
  private static final Commute.Step DEF = library -> library.def("foo(Tensor x) -> Tensor");
  private static final Commute.Step DEF_WITH_CATCH_ALL =
      library -> library.def("foo", Unboxed.same());

  private static Commute.Step impl(DispatchKey key) {
    return library -> library.impl("foo", Unboxed.sameAt(key));
  }

  /** Returns a line for each of {@code keys}: its provider and the reason. */
  private static String table(OperatorReport report, DispatchKey... keys) {
    return Arrays.stream(keys)
        .map(key -> line(key, report.table().get(key.tableIndex())))
        .collect(Collectors.joining());
  }

  private static String line(DispatchKey key, Resolution resolution) {
    String who =
        resolution.provenance() == null
            ? "nobody"
            : resolution.provenance().location().replace("registered at Test.java:", "");
    return "%s: %s [%s]\n".formatted(key, who, resolution.reason());
  }

  @Test
  @DisplayName("test_computed_table")
  void testComputedTable() {
    OperatorReport report =
        Commute.all(
            DEF_WITH_CATCH_ALL,
            impl(DispatchKey.CPU),
            impl(DispatchKey.XLA),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.AUTOGRAD_CPU));
    assertThat(
            table(
                report,
                DispatchKey.UNDEFINED,
                DispatchKey.CPU,
                DispatchKey.CUDA,
                DispatchKey.XLA,
                DispatchKey.AUTOGRAD_OTHER,
                DispatchKey.AUTOGRAD_CPU,
                DispatchKey.AUTOGRAD_CUDA,
                DispatchKey.AUTOGRAD_XLA))
        .isEqualTo(
            """
            Undefined: 0 [math kernel]
            CPU: 1 [kernel]
            CUDA: 0 [math kernel]
            XLA: 2 [kernel]
            AutogradOther: 0 [math kernel]
            AutogradCPU: 4 [kernel]
            AutogradCUDA: 0 [math kernel]
            AutogradXLA: 3 [autograd kernel]
            """);
    assertThat(new OperatorDump(report).state()).contains("schema: t::foo(Tensor _0) -> Tensor _0");
  }

  private static String commonTable(OperatorReport report) {
    return table(
        report,
        DispatchKey.UNDEFINED,
        DispatchKey.CPU,
        DispatchKey.CUDA,
        DispatchKey.AUTOGRAD_OTHER,
        DispatchKey.AUTOGRAD_CPU,
        DispatchKey.AUTOGRAD_CUDA);
  }

  @Test
  @DisplayName("test_computed_table_with_cpu_math_autogradcpu_fallthrough")
  void testComputedTableWithCpuMathAutogradcpuFallthrough() {
    OperatorReport report = Commute.all(DEF_WITH_CATCH_ALL, impl(DispatchKey.CPU));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: 0 [math kernel]
            CPU: 1 [kernel]
            CUDA: 0 [math kernel]
            AutogradOther: 0 [math kernel]
            AutogradCPU: framework [backend fallback]
            AutogradCUDA: 0 [math kernel]
            """);
  }

  @Test
  @DisplayName("test_computed_table_with_math")
  void testComputedTableWithMath() {
    OperatorReport report = Commute.all(DEF, impl(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: 1 [math kernel]
            CPU: 1 [math kernel]
            CUDA: 1 [math kernel]
            AutogradOther: 1 [math kernel]
            AutogradCPU: 1 [math kernel]
            AutogradCUDA: 1 [math kernel]
            """);
  }

  @Test
  @DisplayName("test_computed_table_with_cpu_math")
  void testComputedTableWithCpuMath() {
    OperatorReport report =
        Commute.all(DEF, impl(DispatchKey.CPU), impl(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: 2 [math kernel]
            CPU: 1 [kernel]
            CUDA: 2 [math kernel]
            AutogradOther: 2 [math kernel]
            AutogradCPU: framework [backend fallback]
            AutogradCUDA: 2 [math kernel]
            """);
  }

  @Test
  @DisplayName("test_computed_table_with_autograd")
  void testComputedTableWithAutograd() {
    OperatorReport report = Commute.all(DEF, impl(DispatchKey.AUTOGRAD));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: nobody [missing]
            CPU: nobody [missing]
            CUDA: nobody [missing]
            AutogradOther: 1 [autograd kernel]
            AutogradCPU: 1 [autograd kernel]
            AutogradCUDA: 1 [autograd kernel]
            """);
  }

  @Test
  @DisplayName("test_computed_table_with_cpu_autograd_math")
  void testComputedTableWithCpuAutogradMath() {
    OperatorReport report =
        Commute.all(
            DEF,
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: 3 [math kernel]
            CPU: 1 [kernel]
            CUDA: 3 [math kernel]
            AutogradOther: 3 [math kernel]
            AutogradCPU: 2 [autograd kernel]
            AutogradCUDA: 3 [math kernel]
            """);
  }

  private static String tableWithFpga(OperatorReport report) {
    return table(report, DispatchKey.FPGA) + commonTable(report);
  }

  @Test
  @DisplayName("test_computed_table_with_ambiguous_autogradother")
  void testComputedTableWithAmbiguousAutogradother() {
    OperatorReport report =
        Commute.all(DEF, impl(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD), impl(DispatchKey.FPGA));
    assertThat(tableWithFpga(report))
        .isEqualTo(
            """
            FPGA: 2 [kernel]
            Undefined: 1 [math kernel]
            CPU: 1 [math kernel]
            CUDA: 1 [math kernel]
            AutogradOther: nobody [ambiguous autogradother]
            AutogradCPU: 1 [math kernel]
            AutogradCUDA: 1 [math kernel]
            """);
    assertThat(new OperatorDump(report).computedTable())
        .contains("\nAutogradOther: ambiguous_autogradother [ambiguous autogradother]\n");
    assertThat(report.hasComputedKernel(DispatchKey.AUTOGRAD_OTHER)).isTrue();
  }

  @Test
  @DisplayName("test_computed_table_with_cpu_defaultbackend")
  void testComputedTableWithCpuDefaultbackend() {
    OperatorReport report =
        Commute.all(DEF, impl(DispatchKey.CPU), impl(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    assertThat(commonTable(report))
        .isEqualTo(
            """
            Undefined: 2 [default backend kernel]
            CPU: 1 [kernel]
            CUDA: 2 [default backend kernel]
            AutogradOther: framework [backend fallback]
            AutogradCPU: framework [backend fallback]
            AutogradCUDA: framework [backend fallback]
            """);
  }

  @Test
  @DisplayName("test_computed_table_with_cpu_autograd_defaultbackend")
  void testComputedTableWithCpuAutogradDefaultbackend() {
    OperatorReport report =
        Commute.all(
            DEF,
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
    assertThat(tableWithFpga(report)).isEqualTo(AUTOGRAD_AND_DEFAULT);
  }

  private static final String AUTOGRAD_AND_DEFAULT =
      """
      FPGA: 3 [default backend kernel]
      Undefined: 3 [default backend kernel]
      CPU: 1 [kernel]
      CUDA: 3 [default backend kernel]
      AutogradOther: 2 [autograd kernel]
      AutogradCPU: 2 [autograd kernel]
      AutogradCUDA: 2 [autograd kernel]
      """;

  @Test
  @DisplayName("test_computed_table_with_cpu_autograd_math_defaultbackend")
  void testComputedTableWithCpuAutogradMathDefaultbackend() {
    OperatorReport report =
        Commute.all(
            DEF,
            impl(DispatchKey.CPU),
            impl(DispatchKey.AUTOGRAD),
            impl(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD),
            impl(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD));
    assertThat(tableWithFpga(report)).isEqualTo(AUTOGRAD_AND_DEFAULT);
    assertThat(report.table()).extracting(Resolution::reason).doesNotContain(Reason.MATH);
  }
}
