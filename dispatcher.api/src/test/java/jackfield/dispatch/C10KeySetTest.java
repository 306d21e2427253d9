package jackfield.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Repeats every recorded key-set operation of C10. */
class C10KeySetTest {
  private final C10Numbering numbering = new C10Numbering(C10Recordings.keys());

  @TestFactory
  Stream<DynamicTest> everyOperationAnswersAsRecorded() {
    return C10Recordings.keySets().stream()
        .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> check(vector)));
  }

  @Test
  void vectorsAreThere() {
    assertThat(C10Recordings.keySets()).hasSizeGreaterThan(1000);
  }

  private void check(JsonNode vector) {
    DispatchKeySet a = numbering.fromC10(vector.get("a").asText());
    DispatchKeySet b = numbering.fromC10(vector.get("b").asText());
    DispatchKey key = numbering.key(vector.get("key").asText());
    SoftAssertions softly = new SoftAssertions();
    checkSetOperations(softly, vector, a, b);
    checkKeyOperations(softly, vector, a, key);
    checkPriorities(softly, vector, a);
    checkOrder(softly, vector, a);
    softly.assertAll();
  }

  private void checkSetOperations(
      SoftAssertions softly, JsonNode vector, DispatchKeySet a, DispatchKeySet b) {
    softly.assertThat(numbering.toC10(a.or(b))).isEqualTo(text(vector, "or"));
    softly.assertThat(numbering.toC10(a.and(b))).isEqualTo(text(vector, "and"));
    softly.assertThat(numbering.toC10(a.minus(b))).isEqualTo(text(vector, "sub"));
    softly.assertThat(numbering.toC10(a.xor(b))).isEqualTo(text(vector, "xor"));
    softly.assertThat(a.hasAll(b)).isEqualTo(vector.get("has_all").asBoolean());
    softly.assertThat(a.hasAll(b)).isEqualTo(vector.get("superset").asBoolean());
    softly.assertThat(a.hasAny(b)).isEqualTo(vector.get("has_any").asBoolean());
    softly.assertThat(b.isAmbiguous()).isEqualTo(vector.get("has_any_debug_rejects").asBoolean());
    softly.assertThat(a.equals(b)).isEqualTo(vector.get("eq").asBoolean());
  }

  private void checkKeyOperations(
      SoftAssertions softly, JsonNode vector, DispatchKeySet a, DispatchKey key) {
    BackendComponent backend = key.backend();
    softly.assertThat(numbering.toC10(a.add(key))).isEqualTo(text(vector, "add_key"));
    softly.assertThat(numbering.toC10(a.remove(key))).isEqualTo(text(vector, "remove_key"));
    softly.assertThat(a.has(key)).isEqualTo(vector.get("has_key").asBoolean());
    softly
        .assertThat(numbering.toC10(a.removeBackend(backend)))
        .isEqualTo(text(vector, "remove_backend"));
    softly.assertThat(a.has(backend)).isEqualTo(vector.get("has_backend").asBoolean());
  }

  private void checkPriorities(SoftAssertions softly, JsonNode vector, DispatchKeySet a) {
    softly.assertThat(a.highestFunctionality()).hasToString(text(vector, "highest_functionality"));
    softly.assertThat(a.highestBackend()).hasToString(text(vector, "highest_backend"));
    softly
        .assertThat(numbering.nameOfHighest(a.highestKey()))
        .isEqualTo(text(vector, "highest_priority"));
    softly
        .assertThat(numbering.bitIndexToC10(a.highestBitIndex()))
        .isEqualTo(vector.get("highest_bit").asInt());
    softly
        .assertThat(numbering.slotToC10(a.tableIndex()))
        .isEqualTo(vector.get("table_index").asInt());
    softly.assertThat(a.backendIndex()).isEqualTo(vector.get("backend_index").asInt());
    softly
        .assertThat(numbering.nameOfHighest(a.highestBackendKey()))
        .isEqualTo(text(vector, "highest_backend_type"));
    softly
        .assertThat(numbering.nameOfHighest(a.identifyingKey()))
        .isEqualTo(text(vector, "legacy_key"));
  }

  private void checkOrder(SoftAssertions softly, JsonNode vector, DispatchKeySet a) {
    List<String> recorded =
        StreamSupport.stream(vector.get("iter").spliterator(), false)
            .map(value -> numbering.nameOfValue(value.asInt()))
            .toList();
    softly.assertThat(a).map(DispatchKey::toString).isEqualTo(recorded);
    softly.assertThat(a).hasToString(text(vector, "string"));
  }

  private static String text(JsonNode vector, String field) {
    return vector.get(field).asText();
  }
}
