package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.tools.conformance.c10.C10Folder;
import jackfield.tools.conformance.c10.C10Report;
import jackfield.tools.conformance.c10.C10Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Repeats every recording of C10 in the repository. */
@Tag("thorough")
final class C10VectorsTest {
  @Test
  void everyAnswerIsAsRecorded() {
    C10Report report =
        new C10Run(new C10Folder(LocalPlatform.inRepository("c10")), LocalDispatcher::new)
            .run(null);
    assertThat(report.failures()).isEmpty();
    assertThat(report.total().passed()).isGreaterThan(9000);
  }
}
