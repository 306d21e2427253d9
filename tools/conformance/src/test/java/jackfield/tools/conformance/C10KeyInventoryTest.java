package jackfield.tools.conformance;

import static jackfield.tools.conformance.script.C10Numbering.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.key.UnknownKey;
import jackfield.tools.conformance.c10.C10Folder;
import jackfield.tools.conformance.script.C10Numbering;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares the inventory of keys with C10's recorded inventory. */
final class C10KeyInventoryTest {
  private final JsonNode recorded = new C10Folder(LocalPlatform.inRepository("c10")).keys();
  private final C10Numbering numbering = new C10Numbering(recorded);

  @Test
  void thereIsExactlyOneKeyMoreThanInC10() {
    assertThat(BackendComponent.COUNT).isEqualTo(recorded.get("num_backends").asInt());
    assertThat(BackendComponent.all()).hasSize(BackendComponent.COUNT);
    assertThat(DispatchKey.FUNCTIONALITY_COUNT)
        .isEqualTo(recorded.get("num_functionality_keys").asInt() + 1);
    assertThat(DispatchKey.tableSize()).isEqualTo(recorded.get("num_runtime_entries").asInt() + 1);
    assertThat(Long.toHexString(DispatchKeySet.BACKEND_BITS))
        .isEqualTo(recorded.get("full_backend_mask").asText());
    assertThat(Arrays.stream(DispatchKey.values()).map(DispatchKey::toString))
        .filteredOn(name -> !recorded.get("keys").findValuesAsText("name").contains(name))
        .containsExactly("Profiler");
  }

  @TestFactory
  Stream<DynamicTest> backendsAreAsRecorded() {
    return elements(recorded.get("backend_components"))
        .map(backend -> dynamicTest(backend.get("name").asText(), () -> checkBackend(backend)));
  }

  private void checkBackend(JsonNode expected) {
    BackendComponent backend = BackendComponent.values()[expected.get("value").asInt()];
    assertThat(backend).hasToString(expected.get("name").asText());
    assertThat(Long.toHexString(backend.bits())).isEqualTo(expected.get("set_repr").asText());
    assertThat(backend.autogradKey()).hasToString(expected.get("autograd_key").asText());
    assertSet(backend.autogradRelatedKeys(), expected.get("autograd_related"));
    assertSet(backend.autocastRelatedKeys(), expected.get("autocast_related"));
    assertThat(numbering.nameOfHighest(DispatchKey.DENSE.on(backend)))
        .isEqualTo(expected.get("dense_key").asText());
  }

  @TestFactory
  Stream<DynamicTest> keysAreAsRecorded() {
    return elements(recorded.get("keys"))
        .filter(key -> !key.get("class").asText().equals("end_marker"))
        .map(key -> dynamicTest(key.get("name").asText(), () -> checkKey(key)));
  }

  private void checkKey(JsonNode expected) {
    boolean isMarker = expected.get("class").asText().equals("start_marker");
    DispatchKey key =
        isMarker
            ? numbering.key(expected.get("functionality").asText())
            : numbering.key(expected.get("name").asText());
    if (isMarker) {
      assertThat(numbering.nameOfHighest(key)).isEqualTo(expected.get("name").asText());
    } else {
      checkClass(key, expected);
    }
    assertThat(key.functionality()).hasToString(expected.get("functionality").asText());
    assertThat(key.backend()).hasToString(expected.get("backend").asText());
    assertThat(numbering.toC10(DispatchKeySet.of(key)))
        .isEqualTo(expected.get("set_repr").asText());
    assertThat(numbering.slotToC10(key.tableIndex()))
        .isEqualTo(expected.get("table_index").asInt());
    assertThat(key.hasSlot()).isEqualTo(expected.get("is_runtime_slot").asBoolean());
    assertThat(key.isBackendKey()).isEqualTo(expected.get("is_backend_key").asBoolean());
    assertThat(key.isAlias()).isEqualTo(expected.get("is_alias").asBoolean());
    checkSets(key, expected);
  }

  private void checkClass(DispatchKey key, JsonNode expected) {
    assertThat(key).hasToString(expected.get("name").asText());
    String kind = expected.get("class").asText();
    assertThat(key.isBuildingBlock()).isEqualTo(kind.equals("per_backend_functionality"));
    assertThat(key.isInstance()).isEqualTo(kind.equals("runtime_per_backend"));
    assertThat(key == DispatchKey.UNDEFINED).isEqualTo(kind.equals("undefined"));
    if (key.isInstance()) {
      assertThat(key.functionality().on(key.backend())).isEqualTo(key);
    } else if (!key.isBuildingBlock()) {
      assertThat(key.on(BackendComponent.CPU)).isEqualTo(DispatchKey.UNDEFINED);
    }
  }

  private void checkSets(DispatchKey key, JsonNode expected) {
    if (expected.has("runtime_keyset")) {
      assertSet(key.runtimeKeys(), expected.get("runtime_keyset"));
    } else {
      assertThatThrownBy(key::runtimeKeys).isInstanceOf(IllegalArgumentException.class);
    }
    if (expected.has("backend_keyset_from_autograd")) {
      assertSet(key.keysBehindAutograd(), expected.get("backend_keyset_from_autograd"));
    } else {
      assertThat(key.keysBehindAutograd()).isEqualTo(DispatchKeySet.EMPTY);
    }
    if (key.isAlias()) {
      assertThat(DispatchKey.runtime())
          .filteredOn(key::serves)
          .map(DispatchKey::toString)
          .isEqualTo(texts(expected.get("included_runtime_keys")));
      assertThat(Stream.of(DispatchKey.values()))
          .filteredOn(key::serves)
          .map(DispatchKey::toString)
          .isEqualTo(realNames(expected.get("runtime_keyset_has")));
    }
  }

  // "Undefined" is among the members as the start marker of the dense block.
  private static List<String> realNames(JsonNode array) {
    return texts(array).stream().filter(name -> !name.endsWith("Undefined")).toList();
  }

  @TestFactory
  Stream<DynamicTest> namesParseAsRecorded() {
    return elements(recorded.get("keys"))
        .map(key -> dynamicTest(key.get("name").asText(), () -> checkParse(key)));
  }

  private void checkParse(JsonNode expected) {
    String name = expected.get("name").asText();
    if (expected.get("parse").isNull()) {
      assertThatThrownBy(() -> DispatchKey.parse(name)).isInstanceOf(UnknownKey.class);
    } else {
      assertThat(DispatchKey.parse(name)).hasToString(expected.get("parse").asText());
    }
  }

  @Test
  void slotsAreInTheRecordedOrder() {
    List<String> ours =
        Stream.concat(Stream.of(DispatchKey.UNDEFINED), DispatchKey.runtime().stream())
            .filter(key -> key != DispatchKey.PROFILER)
            .map(DispatchKey::toString)
            .toList();
    assertThat(ours).isEqualTo(texts(recorded.get("table_index_to_key")));
    for (int slot = 0; slot < DispatchKey.tableSize(); slot++) {
      assertThat(DispatchKey.atTableIndex(slot).tableIndex()).isEqualTo(slot);
    }
  }

  @Test
  void firstSlotsAndBackendsThatCountAreAsRecorded() {
    for (JsonNode entry : recorded.get("offsets_and_masks")) {
      DispatchKey key = numbering.key(entry.get(0).asText());
      long countingBackends =
          BackendComponent.all().stream()
              .filter(backend -> slot(key, backend) != slot(key, BackendComponent.CPU))
              .mapToLong(BackendComponent::bits)
              .reduce(key.isBuildingBlock() ? BackendComponent.CPU.bits() : 0, (a, b) -> a | b);
      assertThat(numbering.slotToC10(key.tableIndex())).isEqualTo(entry.get(1).asInt());
      assertThat(countingBackends).isEqualTo(entry.get(2).asLong());
    }
  }

  private static int slot(DispatchKey key, BackendComponent backend) {
    return DispatchKeySet.tableIndex(key.bits() | backend.bits());
  }

  @Test
  void theFullSetIteratesAsRecorded() {
    assertThat(DispatchKeySet.FULL.remove(DispatchKey.PROFILER))
        .map(DispatchKey::toString)
        .isEqualTo(texts(recorded.get("full_set_iteration")));
  }

  @TestFactory
  Stream<DynamicTest> whatIsBelowEachKeyIsAsRecorded() {
    return recorded.get("full_after").properties().stream()
        .filter(entry -> !entry.getKey().equals("UnknownUnknown"))
        .map(entry -> dynamicTest(entry.getKey(), () -> checkBelow(entry)));
  }

  private void checkBelow(Map.Entry<String, JsonNode> entry) {
    // The last value of this name is the start marker of the dense block.
    boolean isMarker = entry.getKey().equals("Undefined");
    DispatchKey key = isMarker ? DispatchKey.DENSE : numbering.key(entry.getKey());
    assertThat(numbering.toC10(DispatchKeySet.fullAfter(key))).isEqualTo(entry.getValue().asText());
    assertThat(DispatchKeySet.FULL.below(key)).isEqualTo(DispatchKeySet.fullAfter(key));
  }

  @TestFactory
  Stream<DynamicTest> namedSetsAreAsRecorded() {
    JsonNode named = recorded.get("named_keysets");
    assertThat(namedSets())
        .containsOnlyKeys(named.properties().stream().map(Map.Entry::getKey).toList());
    return named.properties().stream()
        .map(entry ->
            dynamicTest(
                entry.getKey(),
                () -> assertSet(namedSets().get(entry.getKey()), entry.getValue())));
  }

  private static Map<String, DispatchKeySet> namedSets() {
    return Map.ofEntries(
        Map.entry("full", DispatchKeySet.FULL),
        Map.entry("autograd_dispatch_keyset", KeySets.AUTOGRAD),
        Map.entry("autograd_dispatch_keyset_with_ADInplaceOrView", KeySets.AUTOGRAD_WITH_VIEWS),
        Map.entry("autocast_dispatch_keyset", KeySets.AUTOCAST),
        Map.entry("default_included_set", KeySets.DEFAULT_INCLUDED),
        Map.entry("default_excluded_set", KeySets.DEFAULT_EXCLUDED),
        Map.entry("python_ks", KeySets.PYTHON),
        Map.entry("sparse_ks", DispatchKeySet.of(DispatchKey.SPARSE)),
        Map.entry("sparse_csr_ks", DispatchKeySet.of(DispatchKey.SPARSE_CSR)),
        Map.entry("mkldnn_ks", DispatchKeySet.of(DispatchKey.MKLDNN_CPU)),
        Map.entry("autogradother_backends", KeySets.AUTOGRAD_OTHER_BACKENDS),
        Map.entry("after_autograd_keyset", KeySets.AFTER_AUTOGRAD),
        Map.entry("after_ADInplaceOrView_keyset", KeySets.AFTER_AD_INPLACE_OR_VIEW),
        Map.entry("after_func_keyset", KeySets.AFTER_FUNCTIONALIZE),
        Map.entry("backend_bitset_mask", KeySets.BACKENDS),
        Map.entry("functorch_transforms_ks", KeySets.FUNCTION_TRANSFORMS),
        Map.entry("functorch_batched_ks", DispatchKeySet.of(DispatchKey.FUNC_TORCH_BATCHED)),
        Map.entry("backend_functionality_keys", KeySets.BACKEND_FUNCTIONALITIES));
  }

  @Test
  void threadsStartWithTheRecordedSets() {
    assertSet(KeySets.DEFAULT_INCLUDED, recorded.get("initial_tls").get("included"));
    assertSet(KeySets.DEFAULT_EXCLUDED, recorded.get("initial_tls").get("excluded"));
  }

  @TestFactory
  Stream<DynamicTest> tensorsOfOneBareKeyGetTheRecordedSet() {
    return recorded.get("constructed_tensor_keysets").properties().stream()
        .map(entry ->
            dynamicTest(
                entry.getKey(),
                () -> assertTensor(entry.getValue(), numbering.key(entry.getKey()))));
  }

  @Test
  void tensorsOfFactoriesGetTheRecordedSets() {
    JsonNode tensors = recorded.get("tensor_keysets");
    assertTensor(tensors.get("undefined"), DispatchKey.UNDEFINED);
    assertTensor(tensors.get("cpu_dense"), DispatchKey.CPU);
    assertTensor(tensors.get("cpu_requires_grad"), DispatchKey.CPU);
    assertTensor(tensors.get("meta_dense"), DispatchKey.META);
    assertTensor(tensors.get("cpu_sparse_coo"), DispatchKey.SPARSE_CPU);
    assertTensor(tensors.get("cpu_quantized"), DispatchKey.QUANTIZED_CPU);
    assertTensor(tensors.get("cpu_conj"), DispatchKey.CPU, DispatchKey.CONJUGATE);
    assertTensor(tensors.get("cpu_neg"), DispatchKey.CPU, DispatchKey.NEGATIVE);
    assertTensor(tensors.get("cpu_zerotensor"), DispatchKey.CPU, DispatchKey.ZERO_TENSOR);
    assertSet(
        new DispatchKeySet(KeySets.ofInferenceTensor(DispatchKey.CPU.bits())),
        tensors.get("cpu_inference"));
  }

  private void assertTensor(JsonNode expected, DispatchKey... given) {
    long keys = KeySets.ofTensor(DispatchKeySet.of(given).bits());
    assertSet(new DispatchKeySet(keys), expected);
  }

  private void assertSet(DispatchKeySet actual, JsonNode expected) {
    if (expected.isTextual()) {
      assertThat(numbering.toC10(actual)).isEqualTo(expected.asText());
      return;
    }
    assertThat(numbering.toC10(actual)).isEqualTo(expected.get("repr").asText());
    DispatchKeySet comparable = actual.remove(DispatchKey.PROFILER);
    assertThat(comparable).map(DispatchKey::toString).isEqualTo(texts(expected.get("keys")));
    assertThat(comparable.backends())
        .map(BackendComponent::toString)
        .isEqualTo(texts(expected.get("backends")));
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
