package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.value.Placement;
import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.VectorFile;
import jackfield.conformance.vectors.Verdict;
import jackfield.dispatch.Dispatcher;
import jackfield.memory.Device;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Meta tensors get the recorded types, sizes and strides. */
final class MetaConformanceTest {
  private static final int MOST_DECIDED_BY_ELEMENTS = 201; // calls, without programs

  private static ConformanceRun run() {
    TwoPlatforms.Plugged on = TwoPlatforms.SHARED.reference();
    Dispatcher dispatcher = on.dispatcher();
    return new ConformanceRun(dispatcher, on.autograd(), Placement.on(Device.META, dispatcher));
  }

  @Test
  void allRecordedCallsAgree() {
    ConformanceReport report =
        run().run(VectorFile.in(LocalPlatform.inRepository("ops")), List.of());
    assertThat(report.failures()).isEmpty();
    assertThat(report.missing()).isEmpty();
    int decided =
        report.excused().entrySet().stream()
            .filter(reason -> reason.getKey().contains("elements decide"))
            .mapToInt(reason -> reason.getValue())
            .sum();
    assertThat(decided).isPositive().isLessThanOrEqualTo(MOST_DECIDED_BY_ELEMENTS);
  }

  @Test
  void anotherSizeOrTypeIsFound() throws JsonProcessingException {
    assertThat(relu("float32", "[2]")).isInstanceOf(Verdict.Passed.class);
    assertThat(relu("float32", "[3]")).isInstanceOf(Verdict.Failed.class);
    assertThat(relu("float64", "[2]")).isInstanceOf(Verdict.Failed.class);
  }

  private static Verdict relu(String type, String sizes) throws JsonProcessingException {
    String call =
        """
        {"op": "aten::relu", "args": [{"dtype": "float32", "shape": [2], "data": [1, -2]}],
         "out": [{"dtype": "%s", "shape": %s, "data": [1, 0]}]}\
        """
            .formatted(type, sizes);
    return run().verdict(new RecordedVector("a test", new ObjectMapper().readTree(call), 1));
  }
}
