package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.VectorFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators that must stay defined. */
@Tag("slow")
final class FirstOperatorsTest {
  /** The operators for training a network; no recorded form of them may become undefined. */
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

  /** The recorded forms of them that are undefined so far. */
  private static final List<String> UNDEFINED =
      List.of(
          "aten::arange.out",
          "aten::clone.out",
          "aten::linear.out",
          "aten::matmul.out",
          "aten::nll_loss.out",
          "aten::view.dtype");

  @Test
  void noRecordingOfTheFirstOperatorsIsSkipped() {
    LocalPlatform platform = new LocalPlatform();
    platform.choose("reference", false);
    ConformanceReport report =
        platform.run().run(VectorFile.in(platform.vectors()), FIRST_OPERATORS);
    assertThat(report.total().passed()).isGreaterThan(600);
    assertThat(report.missing().keySet()).isSubsetOf(UNDEFINED);
    assertThat(report.total().failed()).isZero();
  }
}
