package jackfield.itests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All recordings against the backends of the build, without a framework. */
final class BackendVectorsTest {
  /** What a network is trained with; none of their recordings may ever be skipped again. */
  private static final List<String> FIRST_OPERATORS =
      List.of(
          """
          arange arange.start arange.start_step empty.memory_format full ones zeros to.dtype clone \
          copy_ contiguous detach view reshape transpose.int t expand select.int slice.Tensor cat \
          zero_ add.Scalar add.Tensor add.out add_.Tensor sub.Scalar sub.Tensor mul.Scalar \
          mul.Tensor mul_.Tensor div.Scalar div.Tensor neg neg_ exp log sqrt relu sigmoid tanh \
          pow.Tensor_Scalar eq.Scalar eq.Tensor gt.Scalar gt.Tensor where.self sum \
          sum.dim_IntList mean mean.dim amax argmax mm addmm matmul linear _softmax softmax.int \
          log_softmax.int nll_loss nll_loss_forward cross_entropy_loss index_select\
          """
              .split(" "));

  private static ConformanceReport run(LocalPlatform platform) {
    return platform.run().run(VectorFile.in(platform.vectors()), List.of());
  }

  @ParameterizedTest
  @CsvSource({"reference, backend.cpu.reference", "cpu, 'backend.cpu, backend.cpu.reference'"})
  void theBackendAgreesWithEveryRecording(String name, String serving) {
    LocalPlatform platform = new LocalPlatform();
    assertThat(platform.choose(name)).isEqualTo(serving);
    ConformanceReport report = run(platform);
    assertThat(report.failures())
        .extracting(failure -> failure.vector().id() + " " + failure.difference().getMessage())
        .isEmpty();
    assertThat(report.total().passed() + report.total().skipped()).isEqualTo(3523);
  }

  @Test
  void noRecordingOfTheFirstOperatorsIsSkipped() {
    LocalPlatform platform = new LocalPlatform();
    platform.choose("reference");
    ConformanceReport report = run(platform);
    assertThat(report.total().passed()).isGreaterThan(1000);
    assertThat(report.operators())
        .allSatisfy((name, tally) -> {
          if (FIRST_OPERATORS.contains(name.replace("aten::", ""))) {
            assertThat(tally.skipped()).isZero();
          }
        });
  }
}
