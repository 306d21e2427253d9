package jackfield.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * PyTorch's {@code DispatchKeySet_test.cpp} and {@code dispatch_key_set_test.cpp}.
 *
 * <p>The Java enumerations have no end marker and no start marker, and so no value that prints as
 * unknown.
 */
final class C10DispatchKeySetTest {
  private static final List<DispatchKey> FUNCTIONALITIES =
      Arrays.stream(DispatchKey.values())
          .filter(key -> key != DispatchKey.UNDEFINED && !key.isInstance() && !key.isAlias())
          .toList();
  private static final List<DispatchKey> INSTANCES =
      Arrays.stream(DispatchKey.values()).filter(DispatchKey::isInstance).toList();

  @Test
  @DisplayName("ShowSemantics: building blocks")
  void showSemanticsOfBuildingBlocks() {
    DispatchKeySet cpu = DispatchKeySet.of(DispatchKey.CPU);
    assertThat(cpu.has(DispatchKey.DENSE)).isTrue();
    assertThat(cpu.has(BackendComponent.CPU)).isTrue();
    assertThat(cpu.has(DispatchKey.CPU)).isTrue();
    assertThat(cpu.has(DispatchKey.CUDA)).isFalse();
    DispatchKeySet lazy = DispatchKeySet.of(DispatchKey.LAZY);
    assertThat(lazy.has(BackendComponent.LAZY)).isTrue();
    assertThat(lazy.has(DispatchKey.LAZY)).isTrue();
    assertThat(lazy.has(DispatchKey.CPU)).isFalse();
    DispatchKeySet both = cpu.or(lazy);
    assertThat(both).isEqualTo(DispatchKeySet.of(DispatchKey.CPU, DispatchKey.LAZY));
    assertThat(both.has(DispatchKey.CPU)).isTrue();
    assertThat(both.has(DispatchKey.LAZY)).isTrue();
    assertThat(both.highestKey()).isEqualTo(DispatchKey.LAZY);
  }

  @Test
  @DisplayName("ShowSemantics: cross products")
  void showSemanticsOfCrossProducts() {
    DispatchKeySet keys = DispatchKeySet.of(DispatchKey.CPU, DispatchKey.AUTOGRAD_CUDA);
    assertThat(keys.has(DispatchKey.AUTOGRAD_CPU)).isTrue();
    assertThat(keys.has(DispatchKey.CUDA)).isTrue();
    assertThat(keys.has(DispatchKey.AUTOGRAD_FUNCTIONALITY)).isTrue();
    assertThat(keys.highestKey()).isEqualTo(DispatchKey.AUTOGRAD_CUDA);
    assertThat(keys.hasAll(DispatchKeySet.of(DispatchKey.CUDA, DispatchKey.AUTOGRAD_CPU))).isTrue();
  }

  @Test
  @DisplayName("ShowSemantics: removal")
  void showSemanticsOfRemoval() {
    DispatchKeySet keys = DispatchKeySet.of(DispatchKey.CPU, DispatchKey.AUTOGRAD_CUDA);
    DispatchKeySet rest = keys.remove(DispatchKey.AUTOGRAD_CUDA);
    assertThat(rest.has(DispatchKey.AUTOGRAD_CPU)).isFalse();
    assertThat(rest).isEqualTo(DispatchKeySet.of(DispatchKey.CPU, DispatchKey.CUDA));
    assertThat(rest.remove(DispatchKey.CUDA))
        .isEqualTo(DispatchKeySet.of(BackendComponent.CPU, BackendComponent.CUDA));
    assertThat(keys.removeBackend(BackendComponent.CUDA))
        .isEqualTo(DispatchKeySet.of(DispatchKey.CPU, DispatchKey.AUTOGRAD_CPU));
    // subtraction removes functionalities only
    assertThat(keys.minus(DispatchKeySet.of(DispatchKey.AUTOGRAD_CPU))).isEqualTo(rest);
    assertThat(rest.add(DispatchKey.AUTOGRAD_CPU)).isEqualTo(keys);
  }

  @Test
  @DisplayName("Empty")
  void empty() {
    for (DispatchKey key : DispatchKey.values()) {
      boolean hasBits = key != DispatchKey.UNDEFINED && !key.isAlias();
      assertThat(DispatchKeySet.EMPTY.has(key)).as("%s", key).isEqualTo(!hasBits);
    }
    assertThat(DispatchKeySet.EMPTY.isEmpty()).isTrue();
    assertThat(DispatchKeySet.EMPTY.bits()).isZero();
    assertThat(DispatchKeySet.EMPTY.highestKey()).isEqualTo(DispatchKey.UNDEFINED);
    assertThat(DispatchKeySet.EMPTY.or(DispatchKeySet.EMPTY)).isEqualTo(DispatchKeySet.EMPTY);
    assertThat(DispatchKeySet.EMPTY).isEqualTo(DispatchKeySet.of(DispatchKey.UNDEFINED));
  }

  private static void requireAlone(DispatchKeySet single) {
    assertThat(single.isEmpty()).isFalse();
    assertThat(single.or(single)).isEqualTo(single);
    assertThat(single.and(single)).isEqualTo(single);
    assertThat(DispatchKeySet.EMPTY.or(single)).isEqualTo(single);
    assertThat(DispatchKeySet.EMPTY.and(single)).isEqualTo(DispatchKeySet.EMPTY);
    assertThat(DispatchKeySet.FULL.hasAll(single)).isTrue();
    assertThat(single.xor(single)).isEqualTo(DispatchKeySet.EMPTY);
  }

  @Test
  @DisplayName("SingletonBackendComponent")
  void singletonBackendComponent() {
    for (BackendComponent backend : BackendComponent.all()) {
      DispatchKeySet single = DispatchKeySet.of(backend);
      requireAlone(single);
      assertThat(single.has(backend)).isTrue();
      assertThat(single.backends()).containsExactly(backend);
      assertThat(single.highestBackend()).isEqualTo(backend);
      assertThat(single.highestKey()).isEqualTo(DispatchKey.UNDEFINED);
      assertThat(single.removeBackend(backend)).isEqualTo(DispatchKeySet.EMPTY);
      assertThat(single.minus(single)).isEqualTo(single); // backends are spared
    }
  }

  @Test
  @DisplayName("SingletonFunctionalityKeys")
  void singletonFunctionalityKeys() {
    assertThat(FUNCTIONALITIES).hasSize(DispatchKey.FUNCTIONALITY_COUNT - 1);
    for (DispatchKey key : FUNCTIONALITIES) {
      DispatchKeySet single = DispatchKeySet.of(key);
      requireAlone(single);
      assertThat(Long.bitCount(single.bits())).isOne();
      assertThat(single.has(key)).isTrue();
      assertThat(single.highestFunctionality()).isEqualTo(key);
      assertThat(single.highestKey()).isEqualTo(key);
      assertThat(single.highestBackend()).isEqualTo(BackendComponent.INVALID);
      assertThat(single.remove(key)).isEqualTo(DispatchKeySet.EMPTY);
    }
  }

  @Test
  @DisplayName("SingletonPerBackendFunctionalityKeys")
  void singletonPerBackendFunctionalityKeys() {
    assertThat(INSTANCES).hasSize(6 * BackendComponent.COUNT);
    for (DispatchKey key : INSTANCES) {
      DispatchKeySet single = DispatchKeySet.of(key);
      requireAlone(single);
      assertThat(single.has(key)).isTrue();
      assertThat(single.has(key.functionality())).isTrue();
      assertThat(single.has(key.backend())).isTrue();
      assertThat(single.highestKey()).isEqualTo(key);
      assertThat(single).isEqualTo(DispatchKeySet.of(key.functionality()).or(of(key.backend())));
      assertThat(single.remove(key)).isEqualTo(of(key.backend()));
      assertThat(key.functionality().on(key.backend())).isEqualTo(key);
    }
  }

  private static DispatchKeySet of(BackendComponent backend) {
    return DispatchKeySet.of(backend);
  }

  @Test
  @DisplayName("DoubletonPerBackend")
  void doubletonPerBackend() {
    for (DispatchKey a : INSTANCES) {
      for (DispatchKey b : INSTANCES.subList(INSTANCES.indexOf(a) + 1, INSTANCES.size())) {
        DispatchKeySet both = DispatchKeySet.of(a, b);
        assertThat(both).isEqualTo(DispatchKeySet.of(b).add(a));
        assertThat(both.has(a) && both.has(b)).isTrue();
        BackendComponent highest =
            a.backend().ordinal() > b.backend().ordinal() ? a.backend() : b.backend();
        assertThat(both.highestKey()).isEqualTo(b.functionality().on(highest));
        int expected =
            (a.functionality() == b.functionality() ? 1 : 2) * (a.backend() == b.backend() ? 1 : 2);
        assertThat(both.keys()).hasSize(expected).contains(a, b);
      }
    }
  }

  @Test
  @DisplayName("Full")
  void full() {
    for (DispatchKey key : DispatchKey.values()) {
      assertThat(DispatchKeySet.FULL.has(key)).as("%s", key).isTrue();
    }
    assertThat(DispatchKeySet.FULL.highestKey()).isEqualTo(DispatchKey.PYTHON_DISPATCHER);
    assertThat(DispatchKeySet.FULL.backends()).hasSize(BackendComponent.COUNT);
  }

  @Test
  @DisplayName("IteratorBasicOps")
  void iteratorBasicOps() {
    DispatchKeySet keys = DispatchKeySet.of(DispatchKey.AUTOGRAD_CPU, DispatchKey.TRACER);
    Iterator<DispatchKey> iterator = keys.iterator();
    assertThat(iterator.hasNext()).isTrue();
    assertThat(iterator.next()).isEqualTo(DispatchKey.AUTOGRAD_CPU);
    assertThat(iterator.next()).isEqualTo(DispatchKey.TRACER);
    assertThat(iterator.hasNext()).isFalse();
    assertThat(keys.iterator()).toIterable().isEqualTo(keys.keys());
  }

  @Test
  @DisplayName("getHighestPriorityBackendTypeId")
  void highestPriorityBackendTypeId() {
    assertThat(DispatchKeySet.of(DispatchKey.AUTOGRAD_CPU, DispatchKey.CPU).highestBackendKey())
        .isEqualTo(DispatchKey.CPU);
    assertThat(
            DispatchKeySet.of(DispatchKey.FUNCTIONALIZE, DispatchKey.SPARSE_CUDA)
                .highestBackendKey())
        .isEqualTo(DispatchKey.SPARSE_CUDA);
    assertThat(DispatchKeySet.of(DispatchKey.MKLDNN_CPU).highestBackendKey())
        .isEqualTo(DispatchKey.UNDEFINED);
  }

  @Test
  @DisplayName("IteratorEmpty")
  void iteratorEmpty() {
    assertThat(DispatchKeySet.EMPTY.iterator()).isExhausted();
    assertThat(of(BackendComponent.CPU).iterator()).isExhausted();
    assertThat(DispatchKeySet.of(DispatchKey.DENSE).iterator()).isExhausted();
  }

  @Test
  @DisplayName("IteratorCrossProduct")
  void iteratorCrossProduct() {
    DispatchKeySet keys =
        DispatchKeySet.of(BackendComponent.CPU, BackendComponent.CUDA)
            .add(DispatchKey.DENSE)
            .add(DispatchKey.FPGA)
            .add(DispatchKey.AUTOGRAD_FUNCTIONALITY);
    assertThat(keys)
        .containsExactly(
            DispatchKey.CPU,
            DispatchKey.CUDA,
            DispatchKey.FPGA,
            DispatchKey.AUTOGRAD_CPU,
            DispatchKey.AUTOGRAD_CUDA);
  }

  @Test
  @DisplayName("IteratorFull")
  void iteratorFull() {
    assertThat(DispatchKeySet.FULL.keys()).isEqualTo(DispatchKey.runtime());
    assertThat(DispatchKey.runtime()).hasSize(DispatchKey.tableSize() - 1);
  }

  @Test
  @DisplayName("FailAtEndIterator")
  void failAtEndIterator() {
    Iterator<DispatchKey> iterator = DispatchKeySet.FULL.iterator();
    DispatchKeySet.FULL.forEach(key -> assertThat(iterator.next()).isEqualTo(key));
    assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  @DisplayName("TestBackendComponentToString")
  void testBackendComponentToString() {
    List<String> names = BackendComponent.all().stream().map(Object::toString).toList();
    assertThat(names).doesNotHaveDuplicates().doesNotContain("", "InvalidBit");
    assertThat(names).contains("CPUBit", "MetaBit", "MTIA", "MAIA"); // two without Bit, as C10 does
    assertThat(names).noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("unknown"));
  }

  @Test
  @DisplayName("TestFunctionalityDispatchKeyToString")
  void testFunctionalityDispatchKeyToString() {
    List<String> names = new ArrayList<>();
    for (DispatchKey key : DispatchKey.values()) {
      names.add(key.toString());
      assertThat(key.toString()).doesNotContain("Unknown");
      assertThat(key.toString().equals("Undefined")).isEqualTo(key == DispatchKey.UNDEFINED);
      if (key.isInstance()) {
        assertThat(key.toString()).endsWith(key.backend().toString().replace("Bit", ""));
      }
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("TestGetRuntimeDispatchKeySet")
  void testGetRuntimeDispatchKeySet() {
    for (DispatchKey registered : DispatchKey.values()) {
      if (registered == DispatchKey.UNDEFINED || registered.isBuildingBlock()) {
        continue; // refused at registration
      }
      List<DispatchKey> members = registered.runtimeKeys().keys();
      for (DispatchKey key : DispatchKey.runtime()) {
        assertThat(members.contains(key))
            .as("%s behind %s", key, registered)
            .isEqualTo(registered.isAlias() ? registered.serves(key) : registered == key)
            .isEqualTo(registered.runtimeKeys().has(key));
      }
    }
  }
}
