package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.internal.MemoryRemoval;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.tensor.AutogradSlot;
import jackfield.tensor.DType;
import jackfield.tensor.GradientNode;
import jackfield.tensor.HostData;
import jackfield.tensor.SavedTensor;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DomainRemovalTest {
  private static final Device DEVICE = new Device("acme", -1);
  private static final long ON_DEVICE = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());
  private static final long ON_HOST = KeySets.ofTensor(DispatchKey.CPU.bits());

  private final LentMemory memory = new LentMemory();
  private final MemoryDomain evacuated = new MemoryDomain(DEVICE, memory, TensorFate.EVACUATE);
  private final MemoryDomain orphaned = new MemoryDomain(DEVICE, memory);
  private final DomainRemoval removal =
      new DomainRemoval(
          "acme 1.0.0", List.of(evacuated, orphaned, MemoryDomain.host(), MemoryDomain.meta()));

  private static Tensor tensor(MemoryDomain domain, float... values) {
    return LentMemory.tensor(domain, ON_DEVICE, values);
  }

  private MemoryRemoval.Outcome leave() {
    removal.seal();
    RunningCalls.await();
    MemoryRemoval.Outcome outcome = removal.settle(true);
    RunningCalls.await();
    removal.open();
    return outcome;
  }

  @Test
  void anEvacuatedTensorHasItsElementsOnTheHost() {
    Tensor x = tensor(evacuated, 1, 2, 3).requiresGradient();
    x.storage().bumpVersion();
    AutogradSlot slot = x.autograd();
    MemoryRemoval.Outcome outcome = leave();
    assertThat(HostData.floats(x)).containsExactly(1, 2, 3);
    assertThat(x.device()).isEqualTo(Device.CPU);
    assertThat(x.keyBits()).isEqualTo(ON_HOST);
    assertThat(x.version()).isEqualTo(1);
    assertThat(x.autograd()).isSameAs(slot);
    assertThat(x.storage().domain()).isSameAs(MemoryDomain.host());
    assertThat(memory.released).hasSize(1);
    assertThat(outcome).hasToString("1 tensor, 12 bytes evacuated to the host");
    x.close();
    assertThat(catchThrowableOfType(TensorClosed.class, x::address)).isNotNull();
    assertThat(memory.released).hasSize(1);
  }

  @Test
  void viewsShareTheEvacuatedStorage() {
    Tensor base = tensor(evacuated, 1, 2, 3);
    Tensor view = base.alias(new long[] {2}, new long[] {1}, 1);
    assertThat(leave().evacuated()).isEqualTo(new MemoryRemoval.Tally(2, 12));
    HostBytes.putFloat(base.address() + Float.BYTES, 7);
    assertThat(HostData.floats(view)).containsExactly(7, 3);
    assertThat(view.keyBits()).isEqualTo(ON_HOST);
    assertThat(HostData.floats(base.alias(new long[] {1}, new long[] {1}, 2))).containsExactly(3);
  }

  @Test
  void anInferenceTensorStaysOne() {
    long keys = KeySets.ofInferenceTensor(DispatchKey.PRIVATE_USE_1.bits());
    Tensor x = LentMemory.tensor(evacuated, keys, 1);
    leave();
    assertThat(x.keyBits()).isEqualTo(KeySets.ofInferenceTensor(DispatchKey.CPU.bits()));
  }

  @Test
  void anOrphanNamesTheRemovedBundleAndKeepsItsShape() {
    Instant before = Instant.now();
    Tensor x = tensor(orphaned, 1, 2);
    MemoryRemoval.Outcome outcome = leave();
    assertThat(outcome).hasToString("1 tensor, 8 bytes orphaned");
    BackendGone gone = catchThrowableOfType(BackendGone.class, x::address);
    assertThat(gone.backend()).isEqualTo("acme");
    assertThat(gone.bundle()).isEqualTo("acme 1.0.0");
    assertThat(gone.removedAt()).isBetween(before, Instant.now());
    assertThat(gone.isUndecided()).isFalse();
    assertThat(gone)
        .hasMessageContaining("acme 1.0.0 was removed at")
        .hasMessageContaining("plug it again");
    assertThat(x).hasToString("tensor(..., device='acme', size=(2,))");
    assertThat(x.keyBits()).isEqualTo(ON_DEVICE);
    assertThat(memory.released).hasSize(1);
    x.close();
    assertThat(memory.released).hasSize(1);
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
  }

  @Test
  void aViewOfAnOrphanIsAnOrphan() {
    Tensor x = tensor(orphaned, 1, 2);
    leave();
    Tensor view = x.alias(new long[] {1}, new long[] {1}, 1);
    assertThat(catchThrowableOfType(BackendGone.class, view::address)).isNotNull();
  }

  @Test
  void aClosedTensorIsNeitherEvacuatedNorOrphaned() {
    Tensor closed = tensor(evacuated, 1);
    closed.close();
    Tensor closedLater = tensor(evacuated, 2);
    removal.seal();
    closedLater.close();
    assertThat(memory.released).hasSize(2);
    assertThat(removal.settle(true)).hasToString("");
    removal.open();
    assertThat(memory.released).hasSize(2);
    assertThat(catchThrowableOfType(TensorClosed.class, closedLater::address)).isNotNull();
  }

  @Test
  void aCancelledRemovalRestoresTheTensors() {
    Tensor x = tensor(evacuated, 1, 2);
    long address = x.address();
    removal.seal();
    BackendGone refused = catchThrowableOfType(BackendGone.class, x::address);
    assertThat(refused.isUndecided()).isTrue();
    assertThat(refused).hasMessageContaining("again in a moment");
    assertThat(catchThrowableOfType(BackendGone.class, () -> evacuated.allocate(4))).isNotNull();
    removal.unseal();
    assertThat(x.address()).isEqualTo(address);
    assertThat(x.keyBits()).isEqualTo(ON_DEVICE);
    assertThat(tensor(evacuated, 3).address()).isPositive();
    assertThat(evacuated.present()).isSameAs(evacuated);
    assertThat(memory.released).isEmpty();
  }

  @Test
  void aTensorCreatedFromFormerKeysMovesAtItsCreation() {
    Tensor x = tensor(evacuated, 5, 6);
    long keys = x.keyBits();
    removal.seal();
    removal.settle(true);
    Tensor late = Tensor.of(keys, DType.FLOAT32, x.storage(), x.sizes(), x.strides(), 0);
    assertThat(late.keyBits()).isEqualTo(ON_HOST);
    assertThat(late.device()).isEqualTo(Device.CPU);
    BackendGone refused = catchThrowableOfType(BackendGone.class, late::address);
    assertThat(refused.backend()).isEqualTo("acme");
    assertThat(refused.isUndecided()).isTrue();
    removal.open();
    assertThat(HostData.floats(late)).containsExactly(5, 6);
  }

  @Test
  void aTensorFollowsTheStorageThatItWasSetTo() {
    Tensor x = tensor(orphaned, 1);
    Tensor y = tensor(evacuated, 2);
    x.setStorage(y.storage(), new long[] {1}, new long[] {1}, 0);
    leave();
    assertThat(HostData.floats(x)).containsExactly(2);
  }

  @Test
  void aDomainReturnsTheDomainThatHoldsItsTensors() {
    leave();
    assertThat(evacuated.present()).isSameAs(MemoryDomain.host());
    assertThat(catchThrowableOfType(BackendGone.class, orphaned::present)).isNotNull();
    assertThat(catchThrowableOfType(BackendGone.class, () -> evacuated.allocate(4))).isNotNull();
    assertThatThrownBy(MemoryDomain.host()::withdraw)
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("never removed");
  }

  @Test
  void withdrawingWithoutThePlatformOrphansAll() {
    Tensor x = tensor(evacuated, 1);
    evacuated.withdraw();
    assertThat(catchThrowableOfType(BackendGone.class, x::address).isUndecided()).isFalse();
    x.close();
    assertThat(memory.released).isEmpty();
    assertThat(leave()).hasToString("");
  }

  @Test
  void abandoningReleasesNoMemory() {
    Tensor x = tensor(evacuated, 1);
    assertThat(removal.abandon())
        .hasToString("1 tensor, 4 bytes orphaned: calls are still running");
    assertThat(catchThrowableOfType(BackendGone.class, x::address)).isNotNull();
    assertThat(memory.released).isEmpty();
  }

  @Test
  void aSavedTensorReportsThatItsMemoryWasRemoved() {
    SavedTensor saved = SavedTensor.of(tensor(orphaned, 1));
    leave();
    GradientNode node = GradientNode.ofLeaf(saved.tensor());
    assertThat(catchThrowableOfType(BackendGone.class, () -> saved.unpack(node))).isNotNull();
  }

  @Test
  void onlyReachableTensorsAreAVeto() {
    MemoryDomain kept = new MemoryDomain(DEVICE, memory, TensorFate.VETO);
    DomainRemoval removing = new DomainRemoval("acme 1.0.0", List.of(kept));
    Tensor held = tensor(kept, 1, 2);
    dropOne(kept);
    assertThat(removing.vetoes()).isEqualTo(new MemoryRemoval.Tally(1, 8));
    held.close();
    assertThat(removing.vetoes().isEmpty()).isTrue();
    assertThat(removal.vetoes().isEmpty()).isTrue();
  }

  private static void dropOne(MemoryDomain domain) {
    assertThat(tensor(domain, 3).address()).isPositive();
  }

  @Test
  void unreachableTensorsAreDropped() {
    WeakReference<Tensor> dropped = new WeakReference<>(tensor(evacuated, 1));
    long end = System.nanoTime() + 10_000_000_000L;
    while ((dropped.get() != null || evacuated.storages().size() > 2) && System.nanoTime() < end) {
      System.gc();
      tensor(evacuated, 2).close();
    }
    assertThat(dropped.get()).isNull();
    assertThat(evacuated.storages().size()).isLessThanOrEqualTo(2);
  }

  @Test
  void aScopeReleasesDeviceMemoryButNotEvacuatedTensors() {
    Tensor kept;
    Tensor inside;
    try (Scope scope = Scope.open()) {
      kept = scope.keep(tensor(evacuated, 1));
      inside = tensor(evacuated, 2);
      leave();
    }
    assertThat(HostData.floats(kept)).containsExactly(1);
    assertThat(inside.storage().isClosed()).isTrue();
  }
}
