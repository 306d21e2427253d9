package jackfield.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateBackendsTest {
  private final PrivateBackends backends = new PrivateBackends();

  @Test
  void theFirstHolderGetsTheFirstBackend() {
    assertThat(backends.lease("acme").backend()).isEqualTo(BackendComponent.PRIVATE_USE_1);
    assertThat(backends.holders()).isEqualTo(Map.of(BackendComponent.PRIVATE_USE_1, "acme"));
  }

  @Test
  void aLeasedBackendPrintsUnderItsName() {
    backends.lease("npu");

    assertThat(backends.name(DispatchKey.PRIVATE_USE_1)).isEqualTo("npu");
    assertThat(backends.name(DispatchKey.AUTOGRAD_PRIVATE_USE_1)).isEqualTo("Autogradnpu");
    assertThat(backends.name(DispatchKey.AUTOCAST_PRIVATE_USE_1)).isEqualTo("Autocastnpu");
    assertThat(backends.name(DispatchKey.PRIVATE_USE_2)).isEqualTo("PrivateUse2");
    assertThat(backends.name(DispatchKey.CPU)).isEqualTo("CPU");
  }

  @Test
  void theNameOfALeasedBackendParses() {
    backends.lease("acme");
    backends.lease("npu");

    assertThat(DispatchKey.values())
        .filteredOn(key -> !backends.name(key).equals(key.toString()))
        .hasSize(13)
        .allSatisfy(key -> assertThat(backends.parse(backends.name(key))).isEqualTo(key));
  }

  @Test
  void theKeyItselfKeepsItsName() {
    backends.lease("npu");

    assertThat(DispatchKey.PRIVATE_USE_1).hasToString("PrivateUse1");
    assertThat(backends.parse("PrivateUse1")).isEqualTo(DispatchKey.PRIVATE_USE_1);
  }

  @Test
  void c10TakesAHoldersNameInUpperCaseOnly() {
    backends.lease("npu");

    assertThat(backends.parseUpperCase("NPU")).isEqualTo(DispatchKey.PRIVATE_USE_1);
    assertThat(backends.parseUpperCase("AutogradNPU"))
        .isEqualTo(DispatchKey.AUTOGRAD_PRIVATE_USE_1);
    assertThat(backends.parseUpperCase("SparseNPU")).isEqualTo(DispatchKey.SPARSE_PRIVATE_USE_1);
    assertThat(backends.parse("SparseNPU")).isEqualTo(DispatchKey.SPARSE_PRIVATE_USE_1);
    assertThatThrownBy(() -> backends.parseUpperCase("npu")).isInstanceOf(UnknownKey.class);
  }

  @Test
  void theUnnamedFirstBackendHasC10sDefaultName() {
    assertThat(backends.parseUpperCase("AutogradPRIVATEUSEONE"))
        .isEqualTo(DispatchKey.AUTOGRAD_PRIVATE_USE_1);
    assertThatThrownBy(() -> backends.parse("privateuseone")).isInstanceOf(UnknownKey.class);
  }

  @Test
  void aMistypedHoldersNameIsFoundSimilar() {
    backends.lease("acme");

    UnknownKey error = catchThrowableOfType(UnknownKey.class, () -> backends.parse("Sparseacne"));

    assertThat(error.name()).isEqualTo("Sparseacne");
    assertThat(error.similar()).startsWith("Sparseacme");
  }

  @Test
  void theSameNameSharesOneBackendUntilTheLastLeaseCloses() {
    PrivateBackends.Lease base = backends.lease("acme");
    PrivateBackends.Lease overlay = backends.lease("acme");
    assertThat(overlay.backend()).isEqualTo(base.backend());

    base.close();
    base.close();
    assertThat(backends.holders()).containsValue("acme");

    overlay.close();
    assertThat(backends.holders()).isEmpty();
    assertThat(backends.name(DispatchKey.PRIVATE_USE_1)).isEqualTo("PrivateUse1");
  }

  @Test
  void whenNoneIsFreeTheErrorListsTheHolders() {
    backends.lease("acme");
    backends.lease("foo");
    backends.lease("bar");

    NoFreeBackend error =
        catchThrowableOfType(NoFreeBackend.class, () -> backends.lease("onetoomany"));

    assertThat(error.name()).isEqualTo("onetoomany");
    assertThat(error.holders())
        .containsExactly(
            Map.entry(BackendComponent.PRIVATE_USE_1, "acme"),
            Map.entry(BackendComponent.PRIVATE_USE_2, "foo"),
            Map.entry(BackendComponent.PRIVATE_USE_3, "bar"));
    assertThat(error).hasMessageContaining("acme holds PrivateUse1, foo holds PrivateUse2");
  }

  @Test
  void aLeasedBackendIsRefusedToASecondName() {
    backends.lease(BackendComponent.PRIVATE_USE_1, "npu");
    backends.lease(BackendComponent.PRIVATE_USE_1, "npu");

    NoFreeBackend error =
        catchThrowableOfType(
            NoFreeBackend.class, () -> backends.lease(BackendComponent.PRIVATE_USE_1, "xyz"));

    assertThat(error.holders()).isEqualTo(Map.of(BackendComponent.PRIVATE_USE_1, "npu"));
  }

  @Test
  void onlyPrivateUseBackendsCanBeLeased() {
    assertThatThrownBy(() -> backends.lease(BackendComponent.CUDA, "acme"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CUDABit");
  }

  @Test
  void aReturningHolderGetsItsOldBackend() {
    PrivateBackends.Lease acme = backends.lease("acme");
    PrivateBackends.Lease foo = backends.lease("foo");
    acme.close();
    foo.close();

    assertThat(backends.lease("foo").backend()).isEqualTo(BackendComponent.PRIVATE_USE_2);
  }

  @Test
  void aNewHolderGetsAnUnusedBackendBeforeAUsedOne() {
    backends.lease("acme").close();

    assertThat(backends.lease("foo").backend()).isEqualTo(BackendComponent.PRIVATE_USE_2);
    assertThat(backends.lease("bar").backend()).isEqualTo(BackendComponent.PRIVATE_USE_3);
    assertThat(backends.lease("baz").backend()).isEqualTo(BackendComponent.PRIVATE_USE_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda", "CPU", "Other", "fpga", "NestedTensor", "AUTOGRADCPU", "", "a b"})
  void aNameThatReadsAsAnotherKeyIsRefused(String name) {
    ReservedName error = catchThrowableOfType(ReservedName.class, () -> backends.lease(name));

    assertThat(error.name()).isEqualTo(name);
    assertThat(backends.holders()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ACME", "Autogradacme"})
  void aNameThatReadsAsAnotherHoldersKeyIsRefused(String name) {
    backends.lease("acme");

    assertThatThrownBy(() -> backends.lease(name)).isInstanceOf(ReservedName.class);
  }

  @Test
  void everyNameThatParsesWithoutLeasesParsesToItself() {
    assertThat(Arrays.stream(DispatchKey.values()).filter(this::parses))
        .hasSize(DispatchKey.values().length - 42)
        .allSatisfy(key -> assertThat(backends.parse(key.toString())).isEqualTo(key));
  }

  private boolean parses(DispatchKey key) {
    try {
      backends.parse(key.toString());
      return true;
    } catch (UnknownKey e) {
      return false;
    }
  }
}
