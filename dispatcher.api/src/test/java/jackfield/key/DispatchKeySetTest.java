package jackfield.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DispatchKeySetTest {
  private final DispatchKeySet cpuAndCuda =
      DispatchKeySet.of(DispatchKey.CPU, DispatchKey.AUTOGRAD_CUDA);

  @Test
  void membershipIsACrossProduct() {
    assertThat(cpuAndCuda.has(DispatchKey.CUDA)).isTrue();
    assertThat(cpuAndCuda.has(DispatchKey.AUTOGRAD_CPU)).isTrue();
    assertThat(cpuAndCuda)
        .containsExactly(
            DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.AUTOGRAD_CPU, DispatchKey.AUTOGRAD_CUDA);
  }

  @Test
  void removingAKeyTakesItsFunctionalityFromEveryBackend() {
    assertThat(cpuAndCuda.remove(DispatchKey.CPU))
        .containsExactly(DispatchKey.AUTOGRAD_CPU, DispatchKey.AUTOGRAD_CUDA);
  }

  @Test
  void subtractionLeavesTheBackends() {
    DispatchKeySet rest = cpuAndCuda.minus(cpuAndCuda);

    assertThat(rest).isEmpty();
    assertThat(rest.isEmpty()).isFalse();
    assertThat(rest.backends()).containsExactly(BackendComponent.CPU, BackendComponent.CUDA);
    assertThat(rest).hasToString("DispatchKeySet()");
  }

  @Test
  void removingABackendLeavesTheFunctionalities() {
    assertThat(cpuAndCuda.removeBackend(BackendComponent.CUDA))
        .containsExactly(DispatchKey.CPU, DispatchKey.AUTOGRAD_CPU);
  }

  @Test
  void onlyBackendsAreBelowProfiler() {
    DispatchKeySet keys =
        DispatchKeySet.of(DispatchKey.CPU, DispatchKey.PROFILER, DispatchKey.BACKEND_SELECT);

    assertThat(keys.below(DispatchKey.PROFILER)).containsExactly(DispatchKey.CPU);
    assertThat(DispatchKeySet.below(keys.bits(), DispatchKey.PROFILER))
        .isEqualTo(DispatchKey.CPU.bits());
  }

  @Test
  void profilerIsInTheSetAfterAutograd() {
    assertThat(KeySets.AFTER_AUTOGRAD.has(DispatchKey.PROFILER)).isTrue();
    assertThat(KeySets.AFTER_FUNCTIONALIZE.has(DispatchKey.PROFILER)).isTrue();
  }

  @Test
  void pythonDispatcherIsBelowEveryKey() {
    DispatchKeySet keys = DispatchKeySet.of(DispatchKey.CPU, DispatchKey.PYTHON_DISPATCHER);

    assertThat(keys.below(DispatchKey.CPU)).containsExactly(DispatchKey.PYTHON_DISPATCHER);
  }

  @Test
  void aliasKeysAddNothingAndAreMembersOfEverySet() {
    assertThat(DispatchKeySet.of(DispatchKey.AUTOGRAD)).isEqualTo(DispatchKeySet.EMPTY);
    assertThat(DispatchKeySet.EMPTY.has(DispatchKey.AUTOGRAD)).isTrue();
    assertThat(DispatchKeySet.EMPTY.has(DispatchKey.UNDEFINED)).isTrue();
  }

  @Test
  void aBuildingBlockWithoutBackendGoesToTheLowestBackendsSlot() {
    DispatchKeySet sparse = DispatchKeySet.of(DispatchKey.SPARSE);

    assertThat(sparse.tableIndex()).isEqualTo(DispatchKey.SPARSE_CPU.tableIndex());
    assertThat(sparse.highestKey()).isEqualTo(DispatchKey.SPARSE);
    assertThat(sparse).isEmpty();
  }

  @Test
  void noFunctionalityGoesToSlotZero() {
    assertThat(DispatchKeySet.tableIndex(0)).isZero();
    assertThat(DispatchKeySet.tableIndex(DispatchKeySet.BACKEND_BITS)).isZero();
  }

  @Test
  void everySetGoesToTheSlotOfItsHighestKey() {
    long seed = 20260101;
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long half = random.nextLong() & DispatchKeySet.FULL.bits();
      long bits = half & random.nextLong(); // a quarter of the bits
      assertThat(DispatchKeySet.tableIndex(bits))
          .as("seed %d, set %x", seed, bits)
          .isEqualTo(DispatchKeySet.highestKey(bits).tableIndex());
    }
  }

  @Test
  void aBitOfNoKeyIsCarriedAlongAndIgnored() {
    DispatchKeySet unknown = new DispatchKeySet(Long.MIN_VALUE);

    assertThat(unknown).isEmpty();
    assertThat(unknown.highestKey()).isEqualTo(DispatchKey.UNDEFINED);
    assertThat(unknown.tableIndex()).isZero();
    assertThat(unknown.or(DispatchKeySet.EMPTY)).isEqualTo(unknown);
  }

  @Test
  void aTensorOfTheUndefinedKeyIsSeenByAutograd() {
    assertThat(new DispatchKeySet(KeySets.ofTensor(0)))
        .containsExactly(DispatchKey.AD_INPLACE_OR_VIEW, DispatchKey.AUTOGRAD_OTHER);
  }
}
