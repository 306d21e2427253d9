package jackfield.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recordings themselves: the runner can read all of them, whatever the platform supports. */
@Tag("slow")
final class VectorsInRepositoryTest {
  private static final Path FOLDER = Path.of("../../tools/conformance/src/main/vectors/ops");

  private final AtomicInteger tensors = new AtomicInteger();

  @Test
  void everyTensorIsReadExactly() {
    VectorFile.in(FOLDER).forEach(file -> file.forEach(vector -> check(vector.json())));
    assertThat(tensors).hasValueGreaterThan(37_000);
  }

  private void check(JsonNode node) {
    if (TensorValue.isTensor(node)) {
      if (node.has("data")) {
        checkTensor(TensorValue.of(node));
      }
    } else {
      node.forEach(this::check);
    }
  }

  private void checkTensor(TensorValue value) {
    TensorValue plain = value.contiguous();
    new TensorCheck(Tolerance.EXACT_WITH_SIGNS, Geometry.EXACT, Placement.host())
        .check(plain, plain.build());
    tensors.incrementAndGet();
  }

  @Test
  void everyVectorIsCountedOnce() {
    ConformanceRun nothing = new ConformanceRun(new TestOperators().dispatcher(), null);
    ConformanceReport report = nothing.run(VectorFile.in(FOLDER), List.of());
    assertThat(report.total()).hasToString("0 passed, 0 failed, 11213 skipped");
  }
}
