package jackfield.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class DispatchKeyTest {
  @Test
  void profilerRanksBetweenNestedTensorsAndBackendSelect() {
    assertThat(DispatchKey.PROFILER.ordinal())
        .isEqualTo(DispatchKey.NESTED_TENSOR.ordinal() + 1)
        .isEqualTo(DispatchKey.BACKEND_SELECT.ordinal() - 1);
    assertThat(DispatchKey.PROFILER.tableIndex())
        .isEqualTo(DispatchKey.NESTED_TENSOR_META.tableIndex() + 1);
    assertThat(DispatchKey.parse("Profiler")).isEqualTo(DispatchKey.PROFILER);
  }

  @Test
  void profilerIsNoBackendAndInNoAlias() {
    assertThat(DispatchKey.PROFILER.isBackendKey()).isFalse();
    assertThat(DispatchKey.values())
        .filteredOn(key -> key.serves(DispatchKey.PROFILER))
        .containsExactly(DispatchKey.PROFILER);
  }

  @Test
  void theHighestFunctionalityHasBit62() {
    assertThat(DispatchKey.PYTHON_DISPATCHER.bits()).isEqualTo(1L << 62);
    assertThat(DispatchKeySet.FULL.bits()).isEqualTo(Long.MAX_VALUE);
    assertThat(DispatchKey.tableSize()).isEqualTo(138);
  }

  @Test
  void aBuildingBlockHasAnInstanceOnEachBackend() {
    assertThat(DispatchKey.SPARSE.on(BackendComponent.CUDA)).isEqualTo(DispatchKey.SPARSE_CUDA);
    assertThat(DispatchKey.SPARSE_CUDA.functionality()).isEqualTo(DispatchKey.SPARSE);
    assertThat(DispatchKey.SPARSE_CUDA.backend()).isEqualTo(BackendComponent.CUDA);
    assertThat(DispatchKey.SPARSE.on(BackendComponent.INVALID)).isEqualTo(DispatchKey.SPARSE);
  }

  @Test
  void theSetBelowUndefinedLacksTheHighestBackend() {
    long lowerBackends = DispatchKeySet.BACKEND_BITS & ~BackendComponent.META.bits();

    assertThat(DispatchKey.UNDEFINED.bitsBelow())
        .isEqualTo(lowerBackends | DispatchKey.PYTHON_DISPATCHER.bits());
    assertThat(DispatchKey.AUTOGRAD.bitsBelow()).isEqualTo(DispatchKey.UNDEFINED.bitsBelow());
  }

  @Test
  void onlyAliasKeysRepresentOtherKeys() {
    assertThat(DispatchKey.CPU.serves(DispatchKey.CPU)).isTrue();
    assertThat(DispatchKey.CPU.serves(DispatchKey.CUDA)).isFalse();
    assertThat(DispatchKey.AUTOGRAD.serves(DispatchKey.AUTOGRAD_CPU)).isTrue();
    assertThat(DispatchKey.AUTOGRAD.serves(DispatchKey.UNDEFINED)).isFalse();
    assertThat(DispatchKey.UNDEFINED.serves(DispatchKey.UNDEFINED)).isFalse();
  }

  @Test
  void nonFunctionalKernelsAreNotForLazyBackendsAndSparseTensors() {
    DispatchKey alias = DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD_NON_FUNCTIONAL;

    assertThat(alias.serves(DispatchKey.CPU)).isTrue();
    assertThat(alias.serves(DispatchKey.XLA)).isFalse();
    assertThat(alias.serves(DispatchKey.QUANTIZED_LAZY)).isFalse();
    assertThat(alias.serves(DispatchKey.SPARSE_CPU)).isFalse();
  }

  @Test
  void aMistypedNameIsAnsweredWithSimilarOnes() {
    UnknownKey error =
        catchThrowableOfType(UnknownKey.class, () -> DispatchKey.parse("autogradcpu"));

    assertThat(error.name()).isEqualTo("autogradcpu");
    assertThat(error.similar()).startsWith("AutogradCPU");
    assertThat(error).hasMessageContaining("no dispatch key autogradcpu");
  }

  @Test
  void aNameWithoutSimilarNamesGetsNoSuggestion() {
    UnknownKey error =
        catchThrowableOfType(UnknownKey.class, () -> DispatchKey.parse("Quetzalcoatlus"));

    assertThat(error.similar()).isEmpty();
  }
}
