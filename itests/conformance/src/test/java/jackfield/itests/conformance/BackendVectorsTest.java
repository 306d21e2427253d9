package jackfield.itests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All recordings against the backends of the build, without a framework. */
final class BackendVectorsTest {
  @ParameterizedTest
  @ValueSource(strings = {"reference", "cpu"})
  void theBackendAgreesWithEveryRecording(String backend) {
    LocalPlatform platform = new LocalPlatform();
    platform.choose(backend);
    ConformanceReport report = platform.run().run(VectorFile.in(platform.vectors()), List.of());
    assertThat(report.failures())
        .extracting(failure -> failure.vector().id() + " " + failure.difference().getMessage())
        .isEmpty();
    assertThat(report.total().passed() + report.total().skipped()).isEqualTo(3523);
  }
}
