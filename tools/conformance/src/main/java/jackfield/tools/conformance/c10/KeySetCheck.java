package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.tools.conformance.script.C10Check;
import jackfield.tools.conformance.script.C10Numbering;
import jackfield.tools.conformance.script.Expect;
import java.util.List;
import java.util.stream.StreamSupport;

/** Repeats a recorded key-set operation. */
final class KeySetCheck implements C10Check {
  private final C10Numbering numbering;

  KeySetCheck(C10Numbering numbering) {
    this.numbering = numbering;
  }

  @Override
  public void check(JsonNode vector) {
    DispatchKeySet a = numbering.fromC10(vector.get("a").asText());
    DispatchKeySet b = numbering.fromC10(vector.get("b").asText());
    checkSets(vector, a, b);
    checkKey(vector, a, numbering.key(vector.get("key").asText()));
    checkPriorities(vector, a);
    checkOrder(vector, a);
  }

  private void checkSets(JsonNode vector, DispatchKeySet a, DispatchKeySet b) {
    same(vector, "or", a.or(b));
    same(vector, "and", a.and(b));
    same(vector, "sub", a.minus(b));
    same(vector, "xor", a.xor(b));
    flag(vector, "has_all", a.hasAll(b));
    flag(vector, "superset", a.hasAll(b));
    flag(vector, "has_any", a.hasAny(b));
    flag(vector, "has_any_debug_rejects", b.isAmbiguous());
    flag(vector, "eq", a.equals(b));
  }

  private void checkKey(JsonNode vector, DispatchKeySet a, DispatchKey key) {
    BackendComponent backend = key.backend();
    same(vector, "add_key", a.add(key));
    same(vector, "remove_key", a.remove(key));
    flag(vector, "has_key", a.has(key));
    same(vector, "remove_backend", a.removeBackend(backend));
    flag(vector, "has_backend", a.has(backend));
  }

  private void checkPriorities(JsonNode vector, DispatchKeySet a) {
    text(vector, "highest_functionality", a.highestFunctionality());
    text(vector, "highest_backend", a.highestBackend());
    text(vector, "highest_priority", numbering.nameOfHighest(a.highestKey()));
    number(vector, "highest_bit", numbering.bitIndexToC10(a.highestBitIndex()));
    number(vector, "table_index", numbering.slotToC10(a.tableIndex()));
    number(vector, "backend_index", a.backendIndex());
    text(vector, "highest_backend_type", numbering.nameOfHighest(a.highestBackendKey()));
    text(vector, "legacy_key", numbering.nameOfHighest(a.identifyingKey()));
  }

  private void checkOrder(JsonNode vector, DispatchKeySet a) {
    List<String> recorded =
        StreamSupport.stream(vector.get("iter").spliterator(), false)
            .map(value -> numbering.nameOfValue(value.asInt()))
            .toList();
    Expect.equal("iter", recorded, a.keys().stream().map(DispatchKey::toString).toList());
    text(vector, "string", a);
  }

  private void same(JsonNode vector, String field, DispatchKeySet found) {
    Expect.equal(field, vector.get(field).asText(), numbering.toC10(found));
  }

  private static void flag(JsonNode vector, String field, boolean found) {
    Expect.equal(field, vector.get(field).asBoolean(), found);
  }

  private static void number(JsonNode vector, String field, int found) {
    Expect.equal(field, vector.get(field).asInt(), found);
  }

  private static void text(JsonNode vector, String field, Object found) {
    Expect.equal(field, vector.get(field).asText(), found.toString());
  }
}
